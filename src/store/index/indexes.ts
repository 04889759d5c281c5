import {type Chunked, finish} from '../chunked.js';
import type {KeysOf} from '../keys.js';
import {type Compare, orderBy, type Row, type SortKey} from '../order.js';
import {type Entry, entriesOf} from './entries.js';
import {FieldIndex} from './field-index.js';
import {OrderedSet} from './ordered-set.js';
import {sortInChunks, sortRows} from './sort.js';
import {type Tree, valuesOf} from './tree.js';

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

/** Which rows an order holds, and by what they are sorted. */
export interface RowOrderSpec<R> {
  readonly name: string;
  readonly keys: ReadonlyArray<SortKey<R>>;
  readonly admits: (row: R) => boolean;
}

type Missing<K> = Generator<Chunked<K>, void>;

/**
 * The orders, indexes and keys of a collection, by name: each is built when it is first needed and kept up to date from
 * then on, so that a start pays for none. Work on many rows has the missing ones built in chunks before it begins.
 */
export class Indexes<R extends Row> {
  readonly #all: Tree<number, R>;
  readonly #orders = new Map<string, RowOrder<R>>();
  readonly #indexes = new Map<string, FieldIndex<R>>();
  readonly #keys = new Map<string, RowKeys<R>>();

  constructor(all: Tree<number, R>) {
    this.#all = all;
  }

  /** The rows that an order admits. */
  order(order: RowOrderSpec<R>): OrderedSet<R> {
    return (this.#orders.get(order.name) ?? finish(this.#buildOrder(order))).rows;
  }

  *missingOrder(order: RowOrderSpec<R>): Missing<RowOrder<R>> {
    if (!this.#orders.has(order.name)) {
      yield this.#buildOrder(order);
    }
  }

  *#buildOrder({name, keys, admits}: RowOrderSpec<R>): Chunked<RowOrder<R>> {
    const sorted = yield* sortRows(valuesOf(this.#all).filter(admits), keys);
    const order = new RowOrder(OrderedSet.from(sorted, orderBy<R>(...keys)), admits);
    this.#orders.set(name, order);
    return order;
  }

  /** The rows by a field. */
  index(field: keyof R & string, order: ReadonlyArray<SortKey<R>>): FieldIndex<R> {
    return this.#indexes.get(field) ?? finish(this.#buildIndex(field, order));
  }

  *missingIndex(field: keyof R & string, order: ReadonlyArray<SortKey<R>>): Missing<FieldIndex<R>> {
    if (!this.#indexes.has(field)) {
      yield this.#buildIndex(field, order);
    }
  }

  *#buildIndex(field: keyof R & string, order: ReadonlyArray<SortKey<R>>): Chunked<FieldIndex<R>> {
    const index = yield* FieldIndex.inChunks(valuesOf(this.#all), field, order);
    this.#indexes.set(field, index);
    return index;
  }

  /** The keys of every row. */
  entries(name: string, keysOf: KeysOf<R>, order: Compare<Entry<R>>): OrderedSet<Entry<R>> {
    return (this.#keys.get(name) ?? finish(this.#buildKeys(name, keysOf, order))).entries;
  }

  *missingEntries(name: string, keysOf: KeysOf<R>, order: Compare<Entry<R>>): Missing<RowKeys<R>> {
    if (!this.#keys.has(name)) {
      yield this.#buildKeys(name, keysOf, order);
    }
  }

  *#buildKeys(name: string, keysOf: KeysOf<R>, compare: Compare<Entry<R>>): Chunked<RowKeys<R>> {
    const sorted = yield* sortInChunks(yield* allEntries(valuesOf(this.#all), keysOf), compare);
    const keys = new RowKeys(OrderedSet.from(sorted, compare), keysOf);
    this.#keys.set(name, keys);
    return keys;
  }

  /**
   * A copy that can be changed without this one seeing it; costs the same whatever the size.
   * @param all a copy of the rows
   */
  clone(all: Tree<number, R>): Indexes<R> {
    const copy = new Indexes(all);
    copyTo(copy.#orders, this.#orders);
    copyTo(copy.#indexes, this.#indexes);
    copyTo(copy.#keys, this.#keys);
    return copy;
  }

  add(row: R): void {
    for (const kept of this.#each()) {
      kept.add(row);
    }
  }

  delete(row: R): void {
    for (const kept of this.#each()) {
      kept.delete(row);
    }
  }

  #each() {
    return [...this.#orders.values(), ...this.#indexes.values(), ...this.#keys.values()];
  }
}

/** The most rows that are put in order without a pause. */
export const many = 4096;

function copyTo<K extends {clone(): K}>(to: Map<string, K>, from: ReadonlyMap<string, K>): void {
  for (const [name, one] of from) {
    to.set(name, one.clone());
  }
}

/** How many rows are given their keys in a step: each may be made of a text of 64 KiB. */
const rowsInAStep = 64;

function* allEntries<R extends Row>(rows: readonly R[], keysOf: KeysOf<R>): Chunked<ReadonlyArray<Entry<R>>> {
  const entries: Array<Entry<R>> = [];
  for (const [place, row] of rows.entries()) {
    entries.push(...entriesOf(row, keysOf));
    if (place % rowsInAStep === 0) {
      yield;
    }
  }
  return entries;
}
