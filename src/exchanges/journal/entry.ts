import type {AccountState} from '../../accounts/account-state.js';
import {finish} from '../../workload/steps.js';
import {type DataDiff, dataDiffOf} from '../change/data-diff.js';
import {type DiffBounds, type FoundDiff, findDiff, withoutRecords} from '../change/find-diff.js';
import type {FullExchange} from '../exchange.js';
import type {BareStates} from '../states/bare-states.js';
import {KeptState} from '../states/kept-state.js';
import {KeptExchange} from './kept-exchange.js';

/** The account as a request found it, and as it left it. */
export interface States {
  readonly before: AccountState;
  readonly after: AccountState;
}

/** How much of a change is listed: a request changes few records, but what it deletes can take many along. */
const listed: DiffBounds = {records: 100, bytes: 256 * 1024};

/** Keeps states as they are. */
const whole: Pick<BareStates, 'of'> = {of: state => new KeptState(state)};

/** An exchange as the journal keeps it: apart from the states, which are let go of before it is. */
export class Entry {
  readonly exchange: KeptExchange;
  /** What the test called the part of its run that this belongs to. */
  readonly mark: string | undefined;
  /** The place among the entries of all accounts: counts up. */
  readonly order: number;
  /** What it takes of the bounds. */
  readonly bytes: number;
  #before: KeptState | undefined;
  #after: KeptState | undefined;
  /** Undefined where nothing was changed. */
  #found: FoundDiff | undefined;

  /**
   * @param kept makes what is kept of a state: all of it where it is left out
   */
  constructor(exchange: FullExchange, mark?: string, order = exchange.seq, kept = whole) {
    const {before, after} = exchange;
    this.exchange = new KeptExchange(exchange);
    this.mark = mark;
    this.order = order;
    this.bytes = this.exchange.bytes;
    if (before === undefined || after === undefined) {
      return;
    }
    this.#after = kept.of(after);
    this.#before = before === after ? this.#after : kept.of(before);
    if (before.records !== after.records) {
      this.#before.isCounted = true;
      this.#found = finish(findDiff(before, after, listed));
    }
  }

  get seq(): number {
    return this.exchange.seq;
  }

  /** Undefined where the request had no account, and once they were let go of. */
  get states(): States | undefined {
    const [before, after] = [this.#before?.state, this.#after?.state];
    return before && after && {before, after};
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

  /**
   * Lets go of the states, and has those that share them do the same. That which it left is the next one's to let go of,
   * if one came.
   * @param forGood not only to make room: none of them may be kept again
   */
  release(forGood = false): void {
    this.#before?.release(forGood);
    if (forGood || this.#after?.isCounted === false) {
      this.#after?.release(forGood);
    }
  }

  /** Lets go of the records that it lists of a change: from then on they are only counted. */
  releaseChange(): void {
    this.#found = this.#found && withoutRecords(this.#found);
  }

  /** About what it takes in memory for the states, or once they were let go of for the change, in bytes. */
  get weight(): number {
    const {newBytes = 0, bytes = 0} = this.#found ?? {};
    return this.#before?.state === undefined ? bytes : newBytes;
  }
}
