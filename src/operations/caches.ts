import type {Matches} from '../search/matches.js';
import {BoundedMap, memoizeWeakly} from '../store/caching.js';
import type {Row} from '../store/order.js';
import type {Records} from '../store/records.js';

/**
 * The texts of GET responses until the next write: records are immutable, so equal requests get equal responses.
 * Repeated requests share one text, also in the journal. Bench: `budgets -- requests`, "get one".
 */
export class ResponseTexts {
  #texts = new WeakMap<Records, Map<string, string>>();
  #length = 0;

  /** @param maxLength total characters, after which all are dropped; 0 keeps none */
  constructor(readonly maxLength: number) {}

  /** @param request everything that the response depends on except the records */
  get(records: Records, request: string): string | undefined {
    return this.#texts.get(records)?.get(request);
  }

  keep(records: Records, request: string, text: string): void {
    const length = request.length + text.length;
    if (length > this.maxLength / 16) {
      return;
    }
    if (this.#length + length > this.maxLength) {
      this.#texts = new WeakMap();
      this.#length = 0;
    }
    this.#length += length;
    const texts = this.#texts.get(records) ?? new Map<string, string>();
    this.#texts.set(records, texts.set(request, text));
  }
}

/** The capacity of each cache; 0 switches it off. */
export const usualCapacities = {
  /** Per state of an account. */
  searches: 8,
  bareRecords: 1,
  /** Per process: the initial data of sandboxes. Bench: `starts`. */
  generatedData: 1,
  /** Characters: about 500 records. */
  responseTexts: 4_000_000,
};

export type CacheCapacities = Readonly<typeof usualCapacities>;

export const noCapacities: CacheCapacities = {searches: 0, bareRecords: 0, generatedData: 0, responseTexts: 0};

/** The caches of one sandbox. They only improve speed: no response depends on them. */
export class Caches {
  /**
   * Search results by everything that they depend on except the records, for the pages of one search. They are freed
   * with the records. Bench: `search`, "asked again".
   */
  readonly searchesIn: (records: Records) => BoundedMap<string, Matches<Row>>;
  /**
   * The lookup lists of an empty account, by seed. Suites reset to empty before each test, and generating the lists
   * takes 8 ms. Bench: `switching`, "reset to empty".
   */
  readonly bareRecords: BoundedMap<string, Records>;
  readonly responseTexts: ResponseTexts;

  constructor(capacities: CacheCapacities = usualCapacities) {
    this.searchesIn = memoizeWeakly(() => new BoundedMap(capacities.searches));
    this.bareRecords = new BoundedMap(capacities.bareRecords);
    this.responseTexts = new ResponseTexts(capacities.responseTexts);
  }
}
