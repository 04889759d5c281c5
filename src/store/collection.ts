import {sortInSteps} from '../workload/sort-in-steps.js';
import {finish, type Steps} from '../workload/steps.js';
import {byId, byKey, type Entry} from './index/entries.js';
import {EntrySlice} from './index/entry-slice.js';
import {type Indexes, many} from './index/indexes.js';
import type {OrderedSet} from './index/ordered-set.js';
import {OrderedSlice} from './index/ordered-slice.js';
import {compareIds, RowsById, UnreadRows} from './index/rows-by-id.js';
import {lookUp, type Tree, treeInSteps} from './index/tree.js';
import {type TreeDifference, treeDifferences} from './index/tree-differences.js';
import type {IndexValue, Key, KeyRange, KeySource, KeysOf} from './keys.js';
import type {Row, SortKey} from './order.js';
import type {Rows} from './rows.js';

/** What the store must know of a kind of record to keep it. */
export interface CollectionSpec<R extends Row> {
  /** Plural, as in the path: `email_addresses`. */
  readonly name: string;
  /** The id the first record gets in an empty account. */
  readonly firstId: number;
  /** The order of lists; by id where it is left out. */
  readonly order?: ReadonlyArray<SortKey<R>>;
  /** Which rows lists hold; all where it is left out. */
  readonly listed?: (row: R) => boolean;
  /** Rows that are there, but that nobody finds by their id. */
  readonly hidden?: (row: R) => boolean;
  /** Fields that can be asked for with `where`, each with the order of the rows that share a value. */
  readonly indexes?: {readonly [field in keyof R & string]?: ReadonlyArray<SortKey<R>>};
  /** What rows are looked up by, by name: a text without case and accents, a value kept inside the row. */
  readonly keys?: {readonly [name: string]: KeySource<R>};
  /** What rows are searched for parts of, by name, prepared for comparing. */
  readonly texts?: {readonly [name: string]: KeysOf<R>};
  /** Fields of the row that follow from other records. */
  readonly denormalized?: Denormalized<R>;
  /** Fields that only serve the sandbox's own sorting and searching: nobody is shown them. */
  readonly internal?: ReadonlyArray<keyof R & string>;
  /** Fields that hold the id of a record this one goes with when it is deleted; each must have an index. */
  readonly parents?: {readonly [field in keyof R & string]?: string};
}

export interface Reading {
  rows<R extends Row>(spec: CollectionSpec<R>): Collection<R>;
  rows(name: string): Collection<Row>;
}

/**
 * Fields of a row that follow from other records, so that it can be sorted and searched by them without a look at
 * those. The transaction keeps them right: a row is computed when it is stored, and again whenever a record changes
 * that it follows.
 */
export interface Denormalized<R extends Row> {
  /**
   * By collection: the rows that a changed record there concerns. It gets the record as it is and as it was; one of
   * the two is undefined where the record came or went.
   */
  readonly affectedBy: {
    // biome-ignore lint/suspicious/noExplicitAny: the records of another kind, each of its own type
    readonly [collection: string]: (after: any, before: any, reading: Reading) => readonly number[];
  };
  /** The row with the fields as they must be; the very same row where they are right. */
  compute(row: R, reading: Reading): R;
}

// biome-ignore lint/suspicious/noExplicitAny: the row type is invariant, and a list of specs has one of each
export type AnySpec = CollectionSpec<any>;

const everyRow = () => true;
const everyKey: KeyRange = () => 0;

/**
 * The rows of one kind: a tree by id, and what is kept besides for each order, index and key that was ever asked for.
 * Only a transaction changes a collection, and only a copy that it made.
 */
export class Collection<R extends Row> {
  readonly #rows: RowsById<R>;

  /** Of this state of the collection, and of no other: a commit never changes one that can be read already. */
  readonly version: object = {};

  private constructor(
    readonly spec: CollectionSpec<R>,
    rows: Tree<number, R> | UnreadRows<R>,
    indexes?: Indexes<R>,
  ) {
    this.#rows = new RowsById(rows, indexes);
  }

  /** @param read gives the rows by id, each once; called when one of them is asked for */
  static unread<R extends Row>(spec: CollectionSpec<R>, size: number, read: () => readonly R[]): Collection<R> {
    return new Collection(spec, new UnreadRows(size, read));
  }

  /** @param rows in any order, each id once */
  static from<R extends Row>(spec: CollectionSpec<R>, rows: readonly R[]): Collection<R> {
    return finish(Collection.inSteps(spec, rows));
  }

  static *inSteps<R extends Row>(spec: CollectionSpec<R>, rows: readonly R[]): Steps<Collection<R>> {
    let ids = rows.map(row => row.id);
    yield;
    let sorted = rows;
    if (ids.some((id, place) => place > 0 && ids[place - 1]! >= id)) {
      sorted = yield* sortInSteps(rows, (a, b) => compareIds(a.id, b.id));
      ids = sorted.map(row => row.id);
    }
    return new Collection(spec, yield* treeInSteps(ids, sorted, compareIds));
  }

  get size(): number {
    return this.#rows.size;
  }

  get(id: number): R | undefined {
    return lookUp(this.#rows.tree, id);
  }

  /** The lowest and the highest id; undefined where there is no row. */
  idSpan(): readonly [number, number] | undefined {
    const [lowest, highest] = [this.#rows.tree.minKey(), this.#rows.tree.maxKey()];
    return lowest === undefined || highest === undefined ? undefined : [lowest, highest];
  }

  has(id: number): boolean {
    return this.get(id) !== undefined;
  }

  /** Every row, by id, listed or not. */
  values(): IterableIterator<R> {
    return this.#rows.tree.values();
  }

  /** The rows that lists hold, in the order of lists or in another. */
  listed(keys: ReadonlyArray<SortKey<R>> = this.spec.order ?? []): Rows<R> {
    return new OrderedSlice(this.#order(`listed ${keys.join()}`, keys, this.spec.listed ?? everyRow));
  }

  /** The rows that lists leave out, by id. */
  unlisted(): Rows<R> {
    const {listed} = this.spec;
    return new OrderedSlice(this.#order('unlisted', [], row => listed !== undefined && !listed(row)));
  }

  /** The rows with this value, in the index's order. Throws where the field has no index: a scan is always visible. */
  where(field: keyof R & string, value: IndexValue): Rows<R> {
    const order = this.spec.indexes?.[field];
    if (order === undefined) {
      throw new Error(`${this.spec.name} has no index on ${field}`);
    }
    return this.#rows.indexes.index(field, order).rows(value);
  }

  *prepare(field: keyof R & string): Steps<void> {
    if (this.size > many) {
      yield* this.#rows.indexes.prepare(field, this.spec.indexes?.[field] ?? []);
    }
  }

  /** The rows of all keys or texts of this name. */
  entries(name: string): Rows<R> {
    return this.#keyed(name, this.#keySource(name), everyKey);
  }

  /** The rows of the keys of this name that lie in a range. Texts have no order to find a range in. */
  withKey(name: string, range: KeyRange): Rows<R> {
    const source = this.spec.keys?.[name];
    if (source === undefined) {
      throw new Error(`${this.spec.name} has no keys named ${name}`);
    }
    return this.#keyed(name, source, range);
  }

  /** The keys or texts of this name that one row has. */
  keysOf(name: string, row: R): readonly Key[] {
    const source = this.#keySource(name);
    return typeof source !== 'string' ? source(row) : row[source] === null ? [] : [row[source] as Key];
  }

  /** Each row that is not the same in an older state of this collection, by id, as it was and as it is. */
  differences(older: Collection<R>): Iterable<TreeDifference<R>> {
    return older === this ? [] : treeDifferences(older.#rows.tree, this.#rows.tree, compareIds);
  }

  /** The same rows, and nothing that was made of them. */
  bare(): Collection<R> {
    return new Collection(this.spec, this.#rows.shared);
  }

  isListed(row: R): boolean {
    return this.spec.listed?.(row) ?? true;
  }

  /** A copy that can be changed without this one seeing it; costs the same whatever the size. */
  clone(): Collection<R> {
    const byId = this.#rows.tree.clone();
    return new Collection(this.spec, byId, this.#rows.indexes.clone(byId));
  }

  /** The same, for work that may be begun anew: what takes long to make is made of this one until the copy is settled. */
  draft(): Collection<R> {
    const byId = this.#rows.tree.clone();
    return new Collection(this.spec, byId, this.#rows.indexes.clone(byId, this.#rows.indexes));
  }

  settle(): void {
    this.#rows.indexes.settle();
  }

  /** Stores a row, in place of the one with its id if there is one. */
  put(row: R): void {
    this.delete(row.id);
    this.#rows.tree.set(row.id, row);
    this.#rows.indexes.add(row);
  }

  delete(id: number): void {
    const row = this.#rows.tree.get(id);
    if (row !== undefined) {
      this.#rows.tree.delete(id);
      this.#rows.indexes.delete(row);
    }
  }

  #order(name: string, keys: ReadonlyArray<SortKey<R>>, admits: (row: R) => boolean): OrderedSet<R> {
    return this.#rows.indexes.order(name, keys, admits);
  }

  #keySource(name: string): KeySource<R> {
    const source = this.spec.keys?.[name] ?? this.spec.texts?.[name];
    if (source === undefined) {
      throw new Error(`${this.spec.name} has no keys or texts named ${name}`);
    }
    return source;
  }

  #keyed(name: string, source: KeySource<R>, range: KeyRange): Rows<R> {
    if (typeof source === 'string') {
      const order = this.#order(source, [source], everyRow);
      const [from, to] = order.range(row => (row[source] === null ? 1 : range(row[source] as Key)));
      return new OrderedSlice(order, from, to, source);
    }
    const entries = this.#entries(name, source);
    const [from, to] = entries.range(({key}) => range(key));
    return new EntrySlice(entries, from, to);
  }

  #entries(name: string, keysOf: KeysOf<R>): OrderedSet<Entry<R>> {
    return this.#rows.indexes.entries(name, keysOf, name in (this.spec.texts ?? {}) ? byId : byKey);
  }
}
