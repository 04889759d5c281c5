import type {Key} from '../keys.js';
import type {Row} from '../order.js';
import type {Rows} from '../rows.js';
import type {Entry} from './entries.js';
import type {OrderedSet} from './ordered-set.js';

/** A stretch of an ordered set of rows. */
export class OrderedSlice<R extends Row> implements Rows<R> {
  readonly #set: OrderedSet<R>;
  readonly #from: number;
  readonly #to: number;
  readonly #key: keyof R & string;

  /** @param key the field that holds the key of each row */
  constructor(set: OrderedSet<R>, from = 0, to = set.size, key: keyof R & string = 'id') {
    this.#set = set;
    this.#from = from;
    this.#to = to;
    this.#key = key;
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

  first(): R | undefined {
    return this.slice(0, 1)[0];
  }

  forEach(from: number, to: number, visit: (row: R, id: number) => void, accepts?: (key: Key) => boolean): void {
    const key = this.#key;
    this.#set.forEach(this.#from + from, Math.min(this.#to, this.#from + to), row => {
      if (accepts === undefined || accepts(row[key] as Key)) {
        visit(row, row.id);
      }
    });
  }
}

/** The rows of a stretch of keys that were made: a row once for each of its keys there. */
export class EntrySlice<R extends Row> implements Rows<R> {
  readonly #set: OrderedSet<Entry<R>>;
  readonly #from: number;
  readonly #to: number;

  constructor(set: OrderedSet<Entry<R>>, from: number, to: number) {
    this.#set = set;
    this.#from = from;
    this.#to = to;
  }

  get total(): number {
    return this.#to - this.#from;
  }

  slice(offset: number, limit: number): readonly R[] {
    const entries = this.#set.slice(this.#from + offset, Math.min(this.#to, this.#from + offset + limit));
    return entries.map(({row}) => row);
  }

  toArray(): readonly R[] {
    return this.slice(0, this.total);
  }

  first(): R | undefined {
    return this.slice(0, 1)[0];
  }

  forEach(
    from: number,
    to: number,
    visit: (row: R, id: number) => void,
    accepts: (key: Key) => boolean = () => true,
  ): void {
    this.#set.forEach(this.#from + from, Math.min(this.#to, this.#from + to), ({key, row, id}) => {
      if (accepts(key)) {
        visit(row, id);
      }
    });
  }
}

/** Rows that are few enough for an array, which is never changed. */
export class ArrayRows<R extends Row> implements Rows<R> {
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

  first(): R | undefined {
    return this.#rows[0];
  }

  forEach(
    from: number,
    to: number,
    visit: (row: R, id: number) => void,
    accepts: (key: Key) => boolean = () => true,
  ): void {
    for (const row of this.#rows.slice(from, to)) {
      if (accepts(row.id)) {
        visit(row, row.id);
      }
    }
  }
}
