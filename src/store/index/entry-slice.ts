import type {Key} from '../keys.js';
import type {Row} from '../order.js';
import type {Rows} from '../rows.js';
import type {Entry} from './entries.js';
import type {OrderedSet} from './ordered-set.js';

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
