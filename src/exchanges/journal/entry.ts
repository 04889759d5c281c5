import type {AccountState} from '../../accounts/account-state.js';
import {memoizeWeakly} from '../../store/caching.js';
import {finish} from '../../store/chunked.js';
import type {Collection} from '../../store/collection.js';
import type {Row} from '../../store/order.js';
import {type DataDiff, dataDiffOf} from '../change/data-diff.js';
import {type DiffBounds, type FoundDiff, findDiff, isListed, withoutRecords} from '../change/find-diff.js';
import type {BrokenRule, FullExchange} from '../exchange.js';
import {KeptExchange} from './kept-exchange.js';
import type {MarkOverlap, Marks} from './marks.js';

/** The account before and after a request. */
export interface States {
  readonly before: AccountState;
  readonly after: AccountState;
}

/**
 * A state with its rows only. Orders, indexes and search results belong to an account's current records; keeping them
 * with each old state would take megabytes per request. Bare states share the collections that no request changed.
 */
export const bareState = ({clock, records: {collections, nextIds}}: AccountState): AccountState => ({
  records: {collections: collections.map(bareCollection), nextIds},
  clock,
});

const bareCollection = memoizeWeakly((collection: Collection<Row>) => collection.bare());

interface EntryJournal {
  readonly marks?: Pick<Marks, 'assignment'>;
  bare(state: AccountState): AccountState;
}

/** A request usually changes few records, but a delete may remove many. */
const listed: DiffBounds = {records: 100, characters: 256 * 1024};

/** An exchange in the journal. Its states may be dropped before the entry is; its changes are computed on demand. */
export class JournalEntry {
  readonly exchange: KeptExchange;
  /** The name that the test gave to this part of its run. */
  readonly mark: string | undefined;
  readonly unassigned: MarkOverlap | undefined;
  /** The rules of findings that the request breaks. */
  readonly findings: BrokenRule[];
  /** The position among the entries of all accounts. */
  readonly order: number;
  readonly hasChanged: boolean;
  readonly changedRows: number;
  #states: States | undefined;
  #diff: FoundDiff | undefined;

  constructor(
    exchange: FullExchange,
    journal: EntryJournal = {bare: bareState},
    order = exchange.seq,
    findings: BrokenRule[] = [],
  ) {
    const {before, after, changedRows = 1} = exchange;
    this.exchange = new KeptExchange(exchange);
    this.mark = journal.marks?.assignment.mark;
    this.unassigned = journal.marks?.assignment.unassigned;
    this.findings = findings;
    this.order = order;
    this.hasChanged = before !== undefined && after !== undefined && before.records !== after.records;
    this.changedRows = this.hasChanged ? changedRows : 0;
    this.#states = before && after && {before: journal.bare(before), after: journal.bare(after)};
  }

  get seq(): number {
    return this.exchange.seq;
  }

  /** Undefined if the request had no account, or after the states were dropped. */
  get states(): States | undefined {
    return this.#states;
  }

  /** True if the request created, changed or deleted a record, as far as its change lists it. */
  changes(collection: string, id: number): boolean {
    const diff = this.#findDiff();
    return diff !== undefined && isListed(diff, collection, id);
  }

  /**
   * The created, changed and deleted records: at most 100 of them, and the number of others.
   * @returns undefined if nothing changed
   */
  change(): DataDiff | undefined {
    const diff = this.#findDiff();
    return diff && dataDiffOf(diff);
  }

  /** Drops the states after computing the change. */
  releaseStates(): void {
    this.#findDiff();
    this.#states = undefined;
  }

  /** Drops the listed records: from then on they are only counted. */
  releaseRecords(): void {
    this.#diff = this.#diff && withoutRecords(this.#diff);
  }

  /** The number of listed records, once the change was computed. */
  get listedRecords(): number {
    return this.#diff?.listed ?? 0;
  }

  #findDiff(): FoundDiff | undefined {
    if (this.#diff === undefined && this.hasChanged && this.#states !== undefined) {
      this.#diff = finish(findDiff(this.#states.before, this.#states.after, listed));
    }
    return this.#diff;
  }
}
