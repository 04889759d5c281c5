import type {Matches} from '../search/matches.js';
import {BoundedMap} from '../store/caching.js';
import type {Row} from '../store/order.js';
import type {Records} from '../store/records.js';
import {RecordsCache} from '../store/records-cache.js';
import {ResponseTexts} from './replies/response-texts.js';
import {RowTexts} from './replies/row-texts.js';

/** The capacity of each cache; 0 switches it off. */
export interface CacheCapacities {
  /** Per state of an account. */
  readonly searches: number;
  readonly bareRecords: number;
  /** Per process: the data that a sandbox started with. Bench: `starts`. */
  readonly generatedData: number;
  /** Characters: the JSON of some 5,000 rows. */
  readonly rowTexts: number;
  /** Characters: some 500 records. */
  readonly responseTexts: number;
}

export const usualCapacities: CacheCapacities = {
  searches: 8,
  bareRecords: 1,
  generatedData: 1,
  rowTexts: 4_000_000,
  responseTexts: 4_000_000,
};
export const noCapacities: CacheCapacities = {
  searches: 0,
  bareRecords: 0,
  generatedData: 0,
  rowTexts: 0,
  responseTexts: 0,
};

/** The caches of one sandbox. They only make it faster: no response depends on them. */
export class Caches {
  /** Search results until the next write, for the pages of one search. Bench: `search`, "asked again". */
  readonly searches: RecordsCache<Matches<Row>>;
  /**
   * The lookup lists of an empty account, by seed. Suites reset to empty before each test, and making the lists takes
   * 8 ms. Bench: `switching`, "reset to empty".
   */
  readonly bareRecords: BoundedMap<string, Records>;
  /** The JSON of each row's own fields. Bench: `decimals`, "a page of 25 behind a write". */
  readonly rowTexts: RowTexts;
  readonly responseTexts: ResponseTexts;

  constructor(capacities: CacheCapacities = usualCapacities) {
    this.searches = new RecordsCache(capacities.searches);
    this.bareRecords = new BoundedMap(capacities.bareRecords);
    this.rowTexts = new RowTexts(capacities.rowTexts);
    this.responseTexts = new ResponseTexts(capacities.responseTexts);
  }
}
