import type {AccountState} from '../../accounts/account-state.js';
import {finish} from '../../workload/steps.js';
import {type DataDiff, dataDiffOf} from '../change/data-diff.js';
import {type DiffBounds, type FoundDiff, findDiff} from '../change/find-diff.js';
import type {FullExchange} from '../exchange.js';
import {KeptExchange} from './kept-exchange.js';

/** The account as a request found it, and as it left it. */
export interface States {
  readonly before: AccountState;
  readonly after: AccountState;
}

/** How much of a change is listed: a request changes few records, but what it deletes can take many along. */
const listed: DiffBounds = {records: 100, bytes: 256 * 1024};

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
  /** Undefined where nothing was changed. */
  readonly #found: FoundDiff | undefined;

  constructor(exchange: FullExchange, mark?: string, order = exchange.seq) {
    const {before, after} = exchange;
    this.exchange = new KeptExchange(exchange);
    this.mark = mark;
    this.order = order;
    this.bytes = this.exchange.bytes;
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
}
