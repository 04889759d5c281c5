import type {OrderedSet} from './ordered-set.js';

/** What a page is cut from. */
export interface Sliceable<R> {
  readonly total: number;
  /** The rows from `offset` on, `limit` at most. */
  slice(offset: number, limit: number): readonly R[];
}

/** What a list or an index look-up answers. */
export interface Rows<R> extends Sliceable<R> {
  toArray(): readonly R[];
  /** Visits each row in order, without a copy of them. */
  forEach(visit: (row: R) => void): void;
  first(): R | undefined;
}

/** A stretch of an ordered set. */
export class OrderedSlice<R> implements Rows<R> {
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

  slice(offset: number, limit: number): readonly R[] {
    return this.#set.slice(this.#from + offset, Math.min(this.#to, this.#from + offset + limit));
  }

  toArray(): readonly R[] {
    return this.#set.slice(this.#from, this.#to);
  }

  forEach(visit: (row: R) => void): void {
    this.#set.forEach(this.#from, this.#to, visit);
  }

  first(): R | undefined {
    return this.slice(0, 1)[0];
  }
}

/** Rows that are few enough for an array, which is never changed. */
export class ArrayRows<R> implements Rows<R> {
  readonly #rows: readonly R[];

  constructor(rows: readonly R[]) {
    this.#rows = rows;
  }

  get total(): number {
    return this.#rows.length;
  }

  slice(offset: number, limit: number): readonly R[] {
    return this.#rows.slice(offset, offset + limit);
  }

  toArray(): readonly R[] {
    return this.#rows;
  }

  forEach(visit: (row: R) => void): void {
    this.#rows.forEach(visit);
  }

  first(): R | undefined {
    return this.#rows[0];
  }
}
