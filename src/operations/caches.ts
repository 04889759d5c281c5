import type {Matches} from '../search/matches.js';
import {FifoCache} from '../store/fifo-cache.js';
import type {Row} from '../store/order.js';
import type {Records} from '../store/records.js';
import {RecordsCache} from '../store/records-cache.js';
import {RowTexts} from './replies/row-texts.js';

/** How many answers each cache holds; with 0 it holds none, and everything is found anew. */
export interface CacheCapacities {
  /** Of each state of an account. */
  readonly searches: number;
  readonly bareRecords: number;
  /** Of the process: the data that a sandbox began with last. Bench: `starts`. */
  readonly generatedData: number;
  /** Characters: the JSON of some 5,000 rows. */
  readonly rowTexts: number;
}

export const usualCapacities: CacheCapacities = {searches: 8, bareRecords: 1, generatedData: 1, rowTexts: 4_000_000};
export const noCapacities: CacheCapacities = {searches: 0, bareRecords: 0, generatedData: 0, rowTexts: 0};

/**
 * All that one sandbox remembers only to be faster. Made where the sandbox is, and handed on from there: none of it
 * outlives the sandbox, or is shared with another. No answer depends on it.
 */
export class Caches {
  /**
   * What searches found, until something is written: the pages of one search cost no more than the first of them.
   * Bench: `search`, "asked again"; `many`, "the same search".
   */
  readonly searches: RecordsCache<Matches<Row>>;
  /**
   * The lookup lists of an account without anything else, by seed. Bench: `switching`, "reset to empty": suites do it
   * before each test, and making them takes 8 ms.
   */
  readonly bareRecords: FifoCache<Records>;
  /** The JSON of each row's own fields. Bench: `decimals`, "a page of 25 behind a write". */
  readonly rowTexts: RowTexts;

  constructor(capacities: CacheCapacities = usualCapacities) {
    this.searches = new RecordsCache(capacities.searches);
    this.bareRecords = new FifoCache(capacities.bareRecords);
    this.rowTexts = new RowTexts(capacities.rowTexts);
  }
}
