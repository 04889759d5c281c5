import type {AccountState} from '../../accounts/account-state.js';
import type {Operation} from '../../operations/operation.js';
import type {Exchange, FullExchange} from '../exchange.js';

/** The account as a request found it, and as it left it. */
export interface States {
  readonly before: AccountState;
  readonly after: AccountState;
}

/** An exchange as the journal keeps it: apart from the states, which are let go of before it is. */
export class Entry {
  readonly exchange: Exchange & {readonly operation?: Operation};
  /** What the test called the part of its run that this belongs to. */
  readonly mark: string | undefined;
  #states: States | undefined;

  constructor({before, after, ...exchange}: FullExchange, mark?: string) {
    this.exchange = exchange;
    this.mark = mark;
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

  /** What it takes of the bound on bodies, in bytes: two of a character at most. */
  get bytes(): number {
    const {rawBody = '', reply = ''} = this.exchange;
    return (rawBody.length + reply.length) * 2;
  }
}
