import type {KeysOf} from '../keys.js';
import {type Compare, orderBy, type Row, type SortKey} from '../order.js';
import {type Entry, entriesOf} from './entries.js';
import {FieldIndex} from './field-index.js';
import {OrderedSet} from './ordered-set.js';

/** Every row, for where a set has to be made. */
interface AllRows<R> {
  valuesArray(): readonly R[];
}

/** Rows in one order: all, or those that it admits. */
class RowOrder<R> {
  constructor(
    readonly rows: OrderedSet<R>,
    readonly admits: (row: R) => boolean,
  ) {}

  add(row: R): void {
    if (this.admits(row)) {
      this.rows.add(row);
    }
  }

  delete(row: R): void {
    this.rows.delete(row);
  }

  clone(): RowOrder<R> {
    return new RowOrder(this.rows.clone(), this.admits);
  }
}

/** The keys of all rows under one name, in order. */
class RowKeys<R extends Row> {
  constructor(
    readonly entries: OrderedSet<Entry<R>>,
    readonly keysOf: KeysOf<R>,
  ) {}

  add(row: R): void {
    for (const entry of entriesOf(row, this.keysOf)) {
      this.entries.add(entry);
    }
  }

  delete(row: R): void {
    for (const entry of entriesOf(row, this.keysOf)) {
      this.entries.delete(entry);
    }
  }

  clone(): RowKeys<R> {
    return new RowKeys(this.entries.clone(), this.keysOf);
  }
}

/**
 * The orders, indexes and keys of a collection, by name: each is made when it is first needed and kept up to date from
 * then on, so that a start pays for none.
 */
export class Indexes<R extends Row> {
  readonly #orders: Map<string, RowOrder<R>>;
  readonly #indexes: Map<string, FieldIndex<R>>;
  readonly #keys: Map<string, RowKeys<R>>;

  constructor(
    orders = new Map<string, RowOrder<R>>(),
    indexes = new Map<string, FieldIndex<R>>(),
    keys = new Map<string, RowKeys<R>>(),
  ) {
    this.#orders = orders;
    this.#indexes = indexes;
    this.#keys = keys;
  }

  /** The rows that an order admits. */
  order(name: string, keys: ReadonlyArray<SortKey<R>>, admits: (row: R) => boolean, all: AllRows<R>): OrderedSet<R> {
    let order = this.#orders.get(name);
    if (order === undefined) {
      order = new RowOrder(OrderedSet.from(all.valuesArray().filter(admits), orderBy<R>(...keys)), admits);
      this.#orders.set(name, order);
    }
    return order.rows;
  }

  /** The rows by a field. */
  index(field: keyof R & string, order: ReadonlyArray<SortKey<R>>, all: AllRows<R>): FieldIndex<R> {
    let index = this.#indexes.get(field);
    if (index === undefined) {
      index = FieldIndex.from(all.valuesArray(), field, order);
      this.#indexes.set(field, index);
    }
    return index;
  }

  /** The keys of every row. */
  entries(name: string, keysOf: KeysOf<R>, compare: Compare<Entry<R>>, all: AllRows<R>): OrderedSet<Entry<R>> {
    let kept = this.#keys.get(name);
    if (kept === undefined) {
      const entries = all.valuesArray().flatMap(row => entriesOf(row, keysOf));
      kept = new RowKeys(OrderedSet.from(entries, compare), keysOf);
      this.#keys.set(name, kept);
    }
    return kept.entries;
  }

  /** A copy that can be changed without this one seeing it; costs the same whatever the size. */
  clone(): Indexes<R> {
    return new Indexes(copyOf(this.#orders), copyOf(this.#indexes), copyOf(this.#keys));
  }

  add(row: R): void {
    for (const kept of this.#all()) {
      kept.add(row);
    }
  }

  delete(row: R): void {
    for (const kept of this.#all()) {
      kept.delete(row);
    }
  }

  #all() {
    return [...this.#orders.values(), ...this.#indexes.values(), ...this.#keys.values()];
  }
}

const copyOf = <K extends {clone(): K}>(kept: ReadonlyMap<string, K>): Map<string, K> =>
  new Map(Array.from(kept, ([name, one]) => [name, one.clone()]));
