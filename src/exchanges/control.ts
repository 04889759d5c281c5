import type {Account} from '../accounts/account.js';
import {timestamp} from '../accounts/clock.js';

/** That an account was changed by what was done to the sandbox. */
export interface ControlCommit {
  readonly account: string;
  /** By the account's clock, before it was done: `<YYYY-MM-DDTHH:MM:SSZ>`. */
  readonly at: string;
  /** Among all that was settled; see `Exchange`. */
  readonly order: number;
}

/** What was done to the sandbox itself, over `/_sandbox` or by the handle: a reset, a seed, a restore, another clock. */
export interface Control {
  /** The id of the operation: `reset`. */
  readonly operation: string;
  /** The account it was asked of, and whether it was meant for all. */
  readonly account: string;
  readonly all: boolean;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  /** As it was sent; undefined where it came as bytes. */
  readonly body?: unknown;
  /** The bytes, where it came as such and there were any. */
  readonly rawBody?: Buffer;
  /** What it did to which account, in the order of the commits; the account it was asked of where there is none. */
  readonly commits?: readonly ControlCommit[];
  /** By the machine's clock, in milliseconds since 1970. */
  readonly receivedAt: number;
}

export type ControlReader = (control: Control) => void;

/** Gives the next number of the order over all accounts. */
interface Orders {
  nextOrder(): number;
}

interface Scope {
  readonly exchanges: Orders;
  readonly account: Account;
}

/** What a control operation did to accounts so far. */
export class ControlCommits {
  readonly all: ControlCommit[] = [];
  readonly #exchanges: Orders;
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
