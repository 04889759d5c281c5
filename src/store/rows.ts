import type {OrderedSet} from './ordered-set.js';

/** What a page is cut from. */
export interface Sliceable<R> {
  readonly total: number;
  /** The rows from `offset` on, `limit` at most. */
  slice(offset: number, limit: number): R[];
}

/** A stretch of an ordered set: what a list or an index look-up answers, without copying the rows. */
export class Rows<R> implements Sliceable<R> {
  readonly #set: OrderedSet<R>;
  readonly #from: number;
  readonly #to: number;

  constructor(set: OrderedSet<R>, from: number, to: number) {
    this.#set = set;
    this.#from = from;
    this.#to = to;
  }

  get total(): number {
    return this.#to - this.#from;
  }

  slice(offset: number, limit: number): R[] {
    return this.#set.slice(this.#from + offset, Math.min(this.#to, this.#from + offset + limit));
  }

  toArray(): R[] {
    return this.#set.slice(this.#from, this.#to);
  }

  /** Visits each row in order, without a copy of them. */
  forEach(visit: (row: R) => void): void {
    this.#set.forEach(this.#from, this.#to, visit);
  }

  first(): R | undefined {
    return this.slice(0, 1)[0];
  }
}
