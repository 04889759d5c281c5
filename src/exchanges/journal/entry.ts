import type {AccountState} from '../../accounts/account-state.js';
import type {FullExchange} from '../exchange.js';
import {KeptExchange} from './kept-exchange.js';
import {LatestHeaders} from './kept-headers.js';

/** The account as a request found it, and as it left it. */
export interface States {
  readonly before: AccountState;
  readonly after: AccountState;
}

/** An exchange as the journal keeps it: apart from the states, which are let go of before it is. */
export class Entry {
  readonly exchange: KeptExchange;
  /** What the test called the part of its run that this belongs to. */
  readonly mark: string | undefined;
  /** The place among the entries of all accounts: counts up. */
  readonly order: number;
  /** What it takes of the bounds. */
  readonly bytes: number;
  #states: States | undefined;

  constructor(exchange: FullExchange, mark?: string, order = exchange.seq, latest = new LatestHeaders()) {
    const {before, after} = exchange;
    this.exchange = new KeptExchange(exchange, latest);
    this.mark = mark;
    this.order = order;
    this.bytes = this.exchange.bytes;
    this.#states = before && after && {before, after};
  }

  get seq(): number {
    return this.exchange.seq;
  }

  /** Undefined where the request had no account, and once they were let go of. */
  get states(): States | undefined {
    return this.#states;
  }

  /** Whether the request changed anything. */
  get hasChanged(): boolean {
    return this.#states !== undefined && this.#states.before.records !== this.#states.after.records;
  }

  /** Lets go of the states. */
  release(): void {
    this.#states = undefined;
  }
}
