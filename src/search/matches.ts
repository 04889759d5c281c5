import type {Chunked} from '../store/chunked.js';
import type {Collection} from '../store/collection.js';
import type {Row, Rows, SortKey} from '../store/order.js';
import type {IdSet} from './id-set.js';

/** Number of records per step of a walk. */
const stride = 1024;

/** The result of a search, which is sorted only as far as pages need it. */
export interface Matches<R> {
  readonly total: number;
  /** In chunks: at most `limit` records from `offset` on. */
  slice(offset: number, limit: number): Chunked<readonly R[]>;
}

/** For records that are already sorted. */
export const matchesOf = <R>(rows: Pick<Rows<R>, 'total' | 'slice'>): Matches<R> => ({
  total: rows.total,
  *slice(offset, limit) {
    yield;
    return rows.slice(offset, limit);
  },
});

/** Filters the stored order of all records only as far as pages need it. */
export class Walk<R extends Row> implements Matches<R> {
  readonly total: number;
  readonly #all: Rows<R>;
  readonly #found: IdSet;
  readonly #rows: R[] = [];
  #walked = 0;

  constructor(collection: Collection<R>, found: IdSet, order: ReadonlyArray<SortKey<R>>) {
    this.#all = collection.listed(order);
    this.#found = found;
    const unlisted = collection.unlisted().toArray();
    this.total = found.size - unlisted.filter(({id}) => found.has(id)).length;
  }

  /** Several callers may take turns: each record is visited once. */
  *slice(offset: number, limit: number): Chunked<readonly R[]> {
    while (this.#rows.length < offset + limit && this.#walked < this.#all.total) {
      for (const row of this.#all.slice(this.#walked, stride)) {
        if (this.#found.has(row.id)) {
          this.#rows.push(row);
        }
      }
      this.#walked += stride;
      yield;
    }
    return this.#rows.slice(offset, offset + limit);
  }
}
