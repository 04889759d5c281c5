import {doFirst} from '../../workload/awaited.js';
import {finish, type Steps} from '../../workload/steps.js';
import type {KeysOf} from '../keys.js';
import {orderBy, type Row, type SortKey} from '../order.js';
import {type Entry, type EntryOrder, entriesOf} from './entries.js';
import {FieldIndex} from './field-index.js';
import {OrderedSet} from './ordered-set.js';
import {sortRows} from './sort-rows.js';
import {type Tree, valuesInSteps} from './tree.js';

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
  readonly #all: Tree<number, R>;
  readonly #orders = new Map<string, RowOrder<R>>();
  readonly #indexes = new Map<string, FieldIndex<R>>();
  readonly #keys = new Map<string, RowKeys<R>>();
  /** What a draft is a copy of. */
  #origin: Indexes<R> | undefined;

  constructor(all: Tree<number, R>, origin?: Indexes<R>) {
    this.#all = all;
    this.#origin = origin;
  }

  /** The rows that an order admits. */
  order(name: string, keys: ReadonlyArray<SortKey<R>>, admits: (row: R) => boolean): OrderedSet<R> {
    return this.#keptOrMade(
      indexes => indexes.#orders,
      name,
      function* (rows) {
        const sorting = sortRows(yield* admitted(rows, admits), keys);
        return new RowOrder(yield* OrderedSet.inSteps(sorting, orderBy<R>(...keys)), admits);
      },
    ).rows;
  }

  /** The rows by a field. */
  index(field: keyof R & string, order: ReadonlyArray<SortKey<R>>): FieldIndex<R> {
    return this.#keptOrMade(
      indexes => indexes.#indexes,
      field,
      rows => FieldIndex.inSteps(rows, field, order),
    );
  }

  /** Builds the index of a field in steps, before work that cannot pause needs it. */
  *prepare(field: keyof R & string, order: ReadonlyArray<SortKey<R>>): Steps<void> {
    if (!this.#indexes.has(field)) {
      this.#indexes.set(field, yield* FieldIndex.inSteps(yield* valuesInSteps(this.#all), field, order));
    }
  }

  /** The keys of every row. */
  entries(name: string, keysOf: KeysOf<R>, {compare, sort}: EntryOrder): OrderedSet<Entry<R>> {
    return this.#keptOrMade(
      indexes => indexes.#keys,
      name,
      function* (rows) {
        return new RowKeys(yield* OrderedSet.inSteps(sort(yield* allEntries(rows, keysOf)), compare), keysOf);
      },
    ).entries;
  }

  /**
   * A copy that can be changed without this one seeing it; costs the same whatever the size.
   * @param all a copy of the rows
   * @param origin of a draft, which may be dropped and made again
   */
  clone(all: Tree<number, R>, origin?: Indexes<R>): Indexes<R> {
    const copy = new Indexes(all, origin);
    copyTo(copy.#orders, this.#orders);
    copyTo(copy.#indexes, this.#indexes);
    copyTo(copy.#keys, this.#keys);
    return copy;
  }

  /** To be called once a draft is what is looked at from then on. */
  settle(): void {
    this.#origin = undefined;
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

  /**
   * What is kept under a name; made first where there is nothing. For work that is begun anew it is made of what the work
   * begins with: a copy is gone by then.
   */
  #keptOrMade<K>(keptIn: (indexes: Indexes<R>) => Map<string, K>, name: string, make: Make<R, K>): K {
    const kept = keptIn(this).get(name);
    if (kept !== undefined) {
      return kept;
    }
    const fill = function* (indexes: Indexes<R>): Steps<void> {
      keptIn(indexes).set(name, yield* make(yield* valuesInSteps(indexes.#all)));
    };
    if (this.#all.size > many) {
      doFirst(() => fill(this.#origin ?? this));
    }
    finish(fill(this));
    return keptIn(this).get(name)!;
  }
}

/** Makes something of all rows. */
type Make<R, K> = (rows: readonly R[]) => Steps<K>;

/** The most rows that are put in order without a pause. */
export const many = 4096;

function copyTo<K extends {clone(): K}>(to: Map<string, K>, from: ReadonlyMap<string, K>): void {
  for (const [name, one] of from) {
    to.set(name, one.clone());
  }
}

function* admitted<R>(rows: readonly R[], admits: (row: R) => boolean): Steps<readonly R[]> {
  const found: R[] = [];
  for (const [place, row] of rows.entries()) {
    if (admits(row)) {
      found.push(row);
    }
    if (place % many === 0) {
      yield;
    }
  }
  return found;
}

/** How many rows are given their keys in a step: each may be made of a text of 64 KiB. */
const rowsInAStep = 64;

function* allEntries<R extends Row>(rows: readonly R[], keysOf: KeysOf<R>): Steps<ReadonlyArray<Entry<R>>> {
  const entries: Array<Entry<R>> = [];
  for (const [place, row] of rows.entries()) {
    entries.push(...entriesOf(row, keysOf));
    if (place % rowsInAStep === 0) {
      yield;
    }
  }
  return entries;
}
