import type {Account} from '../accounts/account.js';
import {timestamp} from '../accounts/clock.js';
import type {ExchangeBus} from './bus.js';
import type {ControlCommit} from './control.js';

interface Scope {
  readonly exchanges: ExchangeBus;
  readonly account: Account;
  readonly targets: readonly Account[];
}

/** What a control operation did to accounts so far. */
export class ControlCommits {
  readonly all: ControlCommit[] = [];
  readonly #exchanges: ExchangeBus;
  /** The moments of the accounts before anything was done. */
  readonly #moments: ReadonlyMap<string, string>;

  constructor({exchanges, account, targets}: Scope) {
    this.#exchanges = exchanges;
    this.#moments = new Map([account, ...targets].map(({name, clock}) => [name, timestamp(clock)]));
  }

  add({name, clock}: Account): void {
    const at = this.#moments.get(name) ?? timestamp(clock);
    this.all.push({account: name, at, order: this.#exchanges.nextOrder()});
  }
}
