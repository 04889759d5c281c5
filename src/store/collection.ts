import type {Chunked} from './chunked.js';
import {byId, byKey, type Entry} from './index/entries.js';
import {type Indexes, many, type RowOrderSpec} from './index/indexes.js';
import {EntrySlice, OrderedSlice} from './index/ordered-slice.js';
import {compareIds, RowsById, UnreadRows} from './index/rows-by-id.js';
import {lookUp, type Tree, treeOf} from './index/tree.js';
import {type TreeDifference, treeDifferences} from './index/tree-differences.js';
import type {IndexValue, Key, KeyRange, KeySource, KeysOf} from './keys.js';
import type {Compare, Row, SortKey} from './order.js';
import type {Rows} from './rows.js';

export interface CollectionSpec<R extends Row> {
  /** As in the path: `email_addresses`. */
  readonly name: string;
  /** The id the first record gets in an empty account. */
  readonly firstId: number;
  /** The order of lists; by id by default. */
  readonly order?: ReadonlyArray<SortKey<R>>;
  readonly listed?: (row: R) => boolean;
  /** Rows that are there, but that nobody finds by their id. */
  readonly hidden?: (row: R) => boolean;
  /** Fields for `where`, each with the order of the rows that share a value. */
  readonly indexes?: {readonly [field in keyof R & string]?: ReadonlyArray<SortKey<R>>};
  /** Keys by name: a text without case and accents, a value kept inside the row. */
  readonly keys?: {readonly [name: string]: KeySource<R>};
  /** What rows are searched for parts of, by name, prepared for comparing. */
  readonly texts?: {readonly [name: string]: KeysOf<R>};
  readonly denormalized?: Denormalized<R>;
  /** Fields that only serve the sandbox's own sorting and searching: nobody is shown them. */
  readonly internal?: ReadonlyArray<keyof R & string>;
  /** Other collections whose indexes are used when a row of this one is written or shown. */
  readonly reads?: readonly string[];
  /** Fields that hold the id of a record this one goes with when it is deleted; each must have an index. */
  readonly parents?: {readonly [field in keyof R & string]?: string};
}

export interface Reading {
  rows<R extends Row>(spec: CollectionSpec<R>): Collection<R>;
  rows(name: string): Collection<Row>;
}

/**
 * Fields of a row that follow from other records, for sorting and searching. The transaction computes them when a row is
 * stored, and again whenever a record changes that it follows.
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

/** The builds of missing indexes, in chunks. Few rows need none, because their indexes take no time. */
export type MissingIndexes = Generator<Chunked<unknown>, void>;

const everyRow = () => true;
const everyKey: KeyRange = () => 0;

/** The rows of one kind by id, and their indexes. Only a transaction changes a collection, and only its own copy. */
export class Collection<R extends Row> {
  readonly #rows: RowsById<R>;

  /** Identifies this state of the collection. */
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

  static from<R extends Row>(spec: CollectionSpec<R>, rows: readonly R[]): Collection<R> {
    const sorted = rows.toSorted((a, b) => a.id - b.id);
    const ids = sorted.map(({id}) => id);
    return new Collection(spec, treeOf(ids, sorted, compareIds));
  }

  get size(): number {
    return this.#rows.size;
  }

  get(id: number): R | undefined {
    return lookUp(this.#rows.tree, id);
  }

  idSpan(): readonly [number, number] | undefined {
    const [lowest, highest] = [this.#rows.tree.minKey(), this.#rows.tree.maxKey()];
    return lowest === undefined || highest === undefined ? undefined : [lowest, highest];
  }

  has(id: number): boolean {
    return this.get(id) !== undefined;
  }

  values(): IterableIterator<R> {
    return this.#rows.tree.values();
  }

  listed(keys: ReadonlyArray<SortKey<R>> = this.spec.order ?? []): Rows<R> {
    return new OrderedSlice(this.#rows.indexes.order(this.#listedOrder(keys)));
  }

  unlisted(): Rows<R> {
    return new OrderedSlice(this.#rows.indexes.order(this.#unlistedOrder));
  }

  /** The rows with this value, in the index's order. @throws if the field has no index */
  where(field: keyof R & string, value: IndexValue): Rows<R> {
    const order = this.spec.indexes?.[field];
    if (order === undefined) {
      throw new Error(`${this.spec.name} has no index on ${field}`);
    }
    return this.#rows.indexes.index(field, order).rows(value);
  }

  /** The missing indexes behind `where`. */
  *missingIndexes(): MissingIndexes {
    if (this.size > many) {
      for (const [field, order = []] of Object.entries(this.spec.indexes ?? {})) {
        yield* this.#rows.indexes.missingIndex(field as keyof R & string, order);
      }
    }
  }

  missingOrder(keys: ReadonlyArray<SortKey<R>> = this.spec.order ?? []): MissingIndexes {
    return this.#missing(this.#listedOrder(keys));
  }

  missingUnlisted(): MissingIndexes {
    return this.#missing(this.#unlistedOrder);
  }

  *#missing(order: RowOrderSpec<R>): MissingIndexes {
    if (this.size > many) {
      yield* this.#rows.indexes.missingOrder(order);
    }
  }

  /** The keys or texts behind `withKey` and `entries`, if they are missing. */
  *missingKeys(name: string): MissingIndexes {
    if (this.size > many) {
      const source = this.#keySource(name);
      yield* typeof source === 'string'
        ? this.#rows.indexes.missingOrder(keyOrder(source))
        : this.#rows.indexes.missingEntries(name, source, this.#entryOrder(name));
    }
  }

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

  keysOf(name: string, row: R): readonly Key[] {
    const source = this.#keySource(name);
    return typeof source !== 'string' ? source(row) : row[source] === null ? [] : [row[source] as Key];
  }

  /** Each row that is not the same in an older state of this collection, by id, as it was and as it is. */
  differences(older: Collection<R>): Iterable<TreeDifference<R>> {
    return older === this ? [] : treeDifferences(older.#rows.tree, this.#rows.tree, compareIds);
  }

  bare(): Collection<R> {
    return new Collection(this.spec, this.#rows.shared);
  }

  isListed(row: R): boolean {
    return this.spec.listed?.(row) ?? true;
  }

  clone(): Collection<R> {
    const byId = this.#rows.tree.clone();
    return new Collection(this.spec, byId, this.#rows.indexes.clone(byId));
  }

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

  #listedOrder(keys: ReadonlyArray<SortKey<R>>): RowOrderSpec<R> {
    return {name: `listed ${keys.join()}`, keys, admits: this.spec.listed ?? everyRow};
  }

  get #unlistedOrder(): RowOrderSpec<R> {
    const {listed} = this.spec;
    return {name: 'unlisted', keys: [], admits: row => listed !== undefined && !listed(row)};
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
      const order = this.#rows.indexes.order(keyOrder(source));
      const [from, to] = order.range(row => (row[source] === null ? 1 : range(row[source] as Key)));
      return new OrderedSlice(order, from, to, source);
    }
    const entries = this.#rows.indexes.entries(name, source, this.#entryOrder(name));
    const [from, to] = entries.range(({key}) => range(key));
    return new EntrySlice(entries, from, to);
  }

  #entryOrder(name: string): Compare<Entry<R>> {
    return name in (this.spec.texts ?? {}) ? byId : byKey;
  }
}

const keyOrder = <R>(field: keyof R & string): RowOrderSpec<R> => ({name: field, keys: [field], admits: everyRow});
