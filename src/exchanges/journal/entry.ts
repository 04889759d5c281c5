import type {AccountState} from '../../accounts/account-state.js';
import {finish} from '../../store/chunked.js';
import {type DataDiff, dataDiffOf} from '../change/data-diff.js';
import {type DiffBounds, type FoundDiff, findDiff, isListed, listedIn, withoutRecords} from '../change/find-diff.js';
import type {BrokenRule, FindBrokenRules, FullExchange} from '../exchange.js';
import {KeptExchange} from './kept-exchange.js';

/** The account as a request found it, and as it left it. */
export interface States {
  readonly before: AccountState;
  readonly after: AccountState;
}

/** The journal that an entry is made for. */
interface EntryJournal {
  readonly mark: string | undefined;
  readonly latest: JournalEntry | undefined;
  readonly brokenBy: FindBrokenRules;
  bare(state: AccountState): AccountState;
}

/** A request changes few records, but one that deletes can take many with it. */
const listed: DiffBounds = {records: 100, characters: 256 * 1024};

/** An exchange in the journal. Its states may be dropped before the entry is; what it changed is found when asked for. */
export class JournalEntry {
  readonly exchange: KeptExchange;
  /** The name that the test gave to this part of its run. */
  readonly mark: string | undefined;
  /** The rules of findings that the request breaks. */
  readonly findings: readonly BrokenRule[];
  /** The position among the entries of all accounts. */
  readonly order: number;
  readonly hasChanged: boolean;
  readonly changedRows: number;
  #states: States | undefined;
  #diff: FoundDiff | undefined;

  constructor(exchange: FullExchange, journal: EntryJournal, order = exchange.seq) {
    const {before, after, changedRows = 1} = exchange;
    this.exchange = new KeptExchange(exchange, journal.latest?.exchange);
    this.mark = journal.mark;
    this.findings = journal.brokenBy(exchange);
    this.order = order;
    this.hasChanged = before !== undefined && after !== undefined && before.records !== after.records;
    this.changedRows = this.hasChanged ? changedRows : 0;
    this.#states = before && after && {before: journal.bare(before), after: journal.bare(after)};
  }

  get seq(): number {
    return this.exchange.seq;
  }

  get bytes(): number {
    return this.exchange.bytes;
  }

  /** Undefined if the request had no account, or after the states were dropped. */
  get states(): States | undefined {
    return this.#states;
  }

  /** True if the request created, changed or deleted a record, among those that its change lists. */
  changes(collection: string, id: number): boolean {
    const diff = this.#findDiff();
    return diff !== undefined && isListed(diff, collection, id);
  }

  /**
   * What the request created, changed and deleted: at most 100 records, and the number of others.
   * @returns undefined if it changed nothing
   */
  change(): DataDiff | undefined {
    const diff = this.#findDiff();
    return diff && dataDiffOf(diff);
  }

  /** Drops the states; what the request changed is found first, and kept. */
  releaseStates(): void {
    this.#findDiff();
    this.#states = undefined;
  }

  /** Drops the records that the change lists: from then on they are only counted. */
  releaseRecords(): void {
    this.#diff = this.#diff && withoutRecords(this.#diff);
  }

  /** The number of records that the change lists, once it was found. */
  get listedRecords(): number {
    return this.#diff === undefined ? 0 : listedIn(this.#diff);
  }

  #findDiff(): FoundDiff | undefined {
    if (this.#diff === undefined && this.hasChanged && this.#states !== undefined) {
      this.#diff = finish(findDiff(this.#states.before, this.#states.after, listed));
    }
    return this.#diff;
  }
}
