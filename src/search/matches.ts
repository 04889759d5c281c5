import type {Collection} from '../store/collection.js';
import type {Row, SortKey} from '../store/order.js';
import type {Rows} from '../store/rows.js';
import type {Steps} from '../workload/steps.js';
import type {IdSet} from './id-set.js';

/** How many records a walk takes in a step. */
const stride = 1024;

/** What a search finds: as much of it is put in order as pages ask for. */
export interface Matches<R> {
  readonly total: number;
  /** In steps: the records from `offset` on, `limit` at most. */
  slice(offset: number, limit: number): Steps<readonly R[]>;
}

/** Of records that are in order already. */
export const matchesOf = <R>(rows: Pick<Rows<R>, 'total' | 'slice'>): Matches<R> => ({
  total: rows.total,
  *slice(offset, limit) {
    yield;
    return rows.slice(offset, limit);
  },
});

/** Records found, taken out of the kept order of all while pages are asked for. */
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

  /** Several may walk in turn: what one has walked by no other looks at again. */
  *slice(offset: number, limit: number): Steps<readonly R[]> {
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
