import type {AccountState} from '../../accounts/account-state.js';
import type {Operation} from '../../operations/operation.js';
import {finish} from '../../workload/steps.js';
import {type DataDiff, dataDiffOf} from '../change/data-diff.js';
import {type DiffBounds, type FoundDiff, findDiff} from '../change/find-diff.js';
import type {Exchange, FullExchange} from '../exchange.js';

/** The account as a request found it, and as it left it. */
export interface States {
  readonly before: AccountState;
  readonly after: AccountState;
}

/** How much of a change is listed: a request changes few records, but what it deletes can take many along. */
const listed: DiffBounds = {records: 100, bytes: 256 * 1024};

/** An exchange as the journal keeps it: apart from the states, which are let go of before it is. */
export class Entry {
  readonly exchange: Exchange & {readonly operation?: Operation};
  /** What the test called the part of its run that this belongs to. */
  readonly mark: string | undefined;
  #states: States | undefined;
  /** Undefined where nothing was changed. */
  readonly #found: FoundDiff | undefined;

  constructor({before, after, ...exchange}: FullExchange, mark?: string) {
    this.exchange = exchange;
    this.mark = mark;
    this.#states = before && after && {before, after};
    this.#found =
      before && after && before.records !== after.records ? finish(findDiff(before, after, listed)) : undefined;
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
    return this.#found !== undefined;
  }

  /**
   * What the request created, changed and deleted: 100 records at most, and how many more there are. It is there for as
   * long as the entry is.
   * @returns undefined where it changed nothing
   */
  change(): DataDiff | undefined {
    return this.#found && dataDiffOf(this.#found);
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
