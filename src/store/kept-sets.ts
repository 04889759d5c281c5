import {FieldIndex} from './field-index.js';
import {type Entry, entriesOf, type KeysOf} from './keys.js';
import {type Compare, orderBy, type Row, type SortKey} from './order.js';
import {OrderedSet} from './ordered-set.js';

/** Every row, for where a set has to be made. */
interface AllRows<R> {
  valuesArray(): readonly R[];
}

/** Rows in one order: all, or those that it admits. */
interface KeptOrder<R> {
  readonly rows: OrderedSet<R>;
  admits(row: R): boolean;
}

/** The keys of all rows under one name, in order. */
interface KeptKeys<R> {
  readonly entries: OrderedSet<Entry<R>>;
  readonly keysOf: KeysOf<R>;
}

/**
 * The ordered sets of a collection, by name: each is made when it is first needed and kept up to date from then on, so
 * that a start pays for none.
 */
export class KeptSets<R extends Row> {
  readonly #orders: Map<string, KeptOrder<R>>;
  readonly #indexes: Map<string, FieldIndex<R>>;
  readonly #keys: Map<string, KeptKeys<R>>;

  constructor(
    orders = new Map<string, KeptOrder<R>>(),
    indexes = new Map<string, FieldIndex<R>>(),
    keys = new Map<string, KeptKeys<R>>(),
  ) {
    this.#orders = orders;
    this.#indexes = indexes;
    this.#keys = keys;
  }

  /** The rows that an order admits. */
  order(name: string, keys: ReadonlyArray<SortKey<R>>, admits: (row: R) => boolean, all: AllRows<R>): OrderedSet<R> {
    let order = this.#orders.get(name);
    if (order === undefined) {
      order = {rows: OrderedSet.from(all.valuesArray().filter(admits), orderBy<R>(...keys)), admits};
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
      kept = {entries: OrderedSet.from(entries, compare), keysOf};
      this.#keys.set(name, kept);
    }
    return kept.entries;
  }

  /** A copy that can be changed without this one seeing it; costs the same whatever the size. */
  clone(): KeptSets<R> {
    const orders = Array.from(this.#orders, ([name, order]) => [name, {...order, rows: order.rows.clone()}] as const);
    const indexes = Array.from(this.#indexes, ([field, index]) => [field, index.clone()] as const);
    const keys = Array.from(this.#keys, ([name, kept]) => [name, {...kept, entries: kept.entries.clone()}] as const);
    return new KeptSets(new Map(orders), new Map(indexes), new Map(keys));
  }

  add(row: R): void {
    for (const {rows, admits} of this.#orders.values()) {
      if (admits(row)) {
        rows.add(row);
      }
    }
    for (const index of this.#indexes.values()) {
      index.add(row);
    }
    for (const {entries, keysOf} of this.#keys.values()) {
      for (const entry of entriesOf(row, keysOf)) {
        entries.add(entry);
      }
    }
  }

  delete(row: R): void {
    for (const {rows} of this.#orders.values()) {
      rows.delete(row);
    }
    for (const index of this.#indexes.values()) {
      index.delete(row);
    }
    for (const {entries, keysOf} of this.#keys.values()) {
      for (const entry of entriesOf(row, keysOf)) {
        entries.delete(entry);
      }
    }
  }
}
