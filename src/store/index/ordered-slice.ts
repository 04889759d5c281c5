import type {Key} from '../keys.js';
import type {Row} from '../order.js';
import type {Rows} from '../rows.js';
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
