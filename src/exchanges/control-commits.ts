import type {Account} from '../accounts/account.js';
import {timestamp} from '../accounts/clock.js';
import type {ExchangeBus} from './bus.js';
import type {ControlCommit} from './control.js';

interface Scope {
  readonly exchanges: ExchangeBus;
  readonly account: Account;
}

/** What a control operation did to accounts so far. */
export class ControlCommits {
  readonly all: ControlCommit[] = [];
  readonly #exchanges: ExchangeBus;
  /** The name and clock of the account of the request, before the operation. */
  readonly #own: Pick<Account, 'name' | 'clock'>;

  constructor({exchanges, account: {name, clock}}: Scope) {
    this.#exchanges = exchanges;
    this.#own = {name, clock};
  }

  /** @param before the account's clock before the change; it is formatted only now, because that takes time */
  add({name, clock}: Account, before = name === this.#own.name ? this.#own.clock : clock): void {
    this.all.push({account: name, at: timestamp(before), order: this.#exchanges.nextOrder()});
  }
}
