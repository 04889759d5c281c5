import type {Account} from '../accounts/account.js';
import {type Clock, timestamp} from '../accounts/clock.js';
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
  /** The accounts' clocks before the operation. A moment takes longer to format, and is formatted at its commit. */
  readonly #clocks: ReadonlyMap<string, Clock>;

  constructor({exchanges, account, targets}: Scope) {
    this.#exchanges = exchanges;
    this.#clocks = new Map([account, ...targets].map(({name, clock}) => [name, clock]));
  }

  add({name, clock}: Account): void {
    const at = timestamp(this.#clocks.get(name) ?? clock);
    this.all.push({account: name, at, order: this.#exchanges.nextOrder()});
  }
}
