import {Indexes, type IndexSpec, keyIndex, type MissingIndexes, rowOrder} from './index/indexes.js';
import {compareIds, StoredRows, type TreeDifference, treeDifferences} from './index/tree.js';
import {
  compareKeys,
  type Key,
  type KeyRange,
  type KeySource,
  type KeysOf,
  type Row,
  Rows,
  type SortKey,
} from './order.js';

export type {MissingIndexes};

export interface CollectionSpec<R extends Row> {
  /** As in the path: `email_addresses`. */
  readonly name: string;
  /** The id of the first record in an empty account. */
  readonly firstId: number;
  /** The order of lists; by id by default. */
  readonly order?: ReadonlyArray<SortKey<R>>;
  readonly listed?: (row: R) => boolean;
  /** Rows that `find` does not return. */
  readonly hidden?: (row: R) => boolean;
  /** Fields for `where`, each with the order of the rows that share a value. */
  readonly indexes?: {readonly [field in keyof R & string]?: ReadonlyArray<SortKey<R>>};
  /** Keys by name, such as a text without case and accents, or a value inside the row. */
  readonly keys?: {readonly [name: string]: KeySource<R>};
  /** Texts for substring searches, by name, normalized for comparison. */
  readonly texts?: {readonly [name: string]: KeysOf<R>};
  readonly denormalized?: Denormalized<R>;
  /** Fields that only serve internal sorting and searching; they never appear in responses. */
  readonly internal?: ReadonlyArray<keyof R & string>;
  /** Other collections whose indexes are used to write or render a row of this one. */
  readonly reads?: readonly string[];
  /** Fields with the id of a parent, whose deletion also deletes this record; each must have an index. */
  readonly parents?: {readonly [field in keyof R & string]?: string};
}

export interface Reading {
  rows<R extends Row>(spec: CollectionSpec<R>): Collection<R>;
  rows(name: string): Collection<Row>;
}

/**
 * Fields computed from other records, for sorting and searching. The transaction computes them when a row is stored,
 * and whenever a record changes on which they depend.
 */
export interface Denormalized<R extends Row> {
  /**
   * By collection: the rows that a changed record affects. The record is passed before and after the change; one of the
   * two is undefined if the record was added or removed.
   */
  readonly affectedBy: {
    // biome-ignore lint/suspicious/noExplicitAny: the records of another kind, each of its own type
    readonly [collection: string]: (after: any, before: any, reading: Reading) => readonly number[];
  };
  /** Returns the row with correct fields; the same object if they are already correct. */
  compute(row: R, reading: Reading): R;
}

// biome-ignore lint/suspicious/noExplicitAny: the row type is invariant, and a list of specs has one of each
export type AnySpec = CollectionSpec<any>;

/** Above this number, rows are sorted in chunks before a request needs them. */
const many = 4096;

/** The rows of one kind by id, and their indexes. Only a transaction changes a collection, and only its own copy. */
export class Collection<R extends Row> {
  readonly #rows: StoredRows<R>;
  #builtIndexes: Indexes<R> | undefined;

  /** Identifies this state of the collection. */
  readonly version: object = {};

  private constructor(
    readonly spec: CollectionSpec<R>,
    rows: StoredRows<R>,
    indexes?: Indexes<R>,
  ) {
    this.#rows = rows;
    this.#builtIndexes = indexes;
  }

  /** @param read returns the rows by id, each once; called when the first one is needed */
  static unread<R extends Row>(spec: CollectionSpec<R>, size: number, read: () => readonly R[]): Collection<R> {
    return new Collection(spec, new StoredRows({size, read}));
  }

  static from<R extends Row>(spec: CollectionSpec<R>, rows: readonly R[]): Collection<R> {
    const sorted = rows.toSorted((a, b) => a.id - b.id);
    return Collection.unread(spec, sorted.length, () => sorted);
  }

  get size(): number {
    return this.#rows.size;
  }

  get(id: number): R | undefined {
    return this.#rows.tree.get(id);
  }

  idSpan(): readonly [number, number] | undefined {
    const [lowest, highest] = [this.#rows.tree.minKey(), this.#rows.tree.maxKey()];
    return lowest === undefined || highest === undefined ? undefined : [lowest, highest];
  }

  /** The row, unless it is hidden. */
  find(id: number): R | undefined {
    const row = this.get(id);
    return row === undefined || this.spec.hidden?.(row) ? undefined : row;
  }

  values(): IterableIterator<R> {
    return this.#rows.tree.values();
  }

  listed(keys?: ReadonlyArray<SortKey<R>>): Rows<R> {
    return this.#rowsIn(this.#listedOrder(keys));
  }

  unlisted(): Rows<R> {
    return this.#rowsIn(this.#unlistedOrder);
  }

  /** The rows with this value, in the order of the index. Null matches no row. @throws if the field has no index */
  where(field: keyof R & string, value: Key): Rows<R> {
    return this.#rowsIn(this.#fieldIndex(field), key => compareKeys(key, value));
  }

  /** The missing indexes that `where` needs. */
  missingIndexes(): MissingIndexes {
    const fields = this.size > many ? Object.keys(this.spec.indexes ?? {}) : [];
    return fields.flatMap(field => this.#missing(this.#fieldIndex(field as keyof R & string)));
  }

  missingOrder(keys?: ReadonlyArray<SortKey<R>>): MissingIndexes {
    return this.#missing(this.#listedOrder(keys));
  }

  missingUnlisted(): MissingIndexes {
    return this.#missing(this.#unlistedOrder);
  }

  /** The missing keys or texts that `withKey` and `entries` need. */
  missingKeys(name: string): MissingIndexes {
    return this.#missing(this.#keyIndex(name));
  }

  #missing(index: IndexSpec<R>): MissingIndexes {
    return this.size > many ? this.#indexes.missing(index) : [];
  }

  entries(name: string): Rows<R> {
    return this.#rowsIn(this.#keyIndex(name));
  }

  /** The rows whose keys of this name are in a range. Texts have no order, so they do not support ranges. */
  withKey(name: string, range: KeyRange): Rows<R> {
    if (this.spec.keys?.[name] === undefined) {
      throw new Error(`${this.spec.name} has no keys named ${name}`);
    }
    return this.#rowsIn(this.#keyIndex(name), range);
  }

  keysOf(name: string, row: R): readonly Key[] {
    const source = this.#keySource(name);
    return typeof source !== 'string' ? source(row) : row[source] === null ? [] : [row[source] as Key];
  }

  /** Each row that differs from an older state of this collection, by id, before and after. */
  differences(older: Collection<R>): Iterable<TreeDifference<R>> {
    return older === this ? [] : treeDifferences(older.#rows.tree, this.#rows.tree, compareIds);
  }

  /** The same rows without indexes. */
  bare(): Collection<R> {
    return new Collection(this.spec, this.#rows);
  }

  isListed(row: R): boolean {
    return this.spec.listed?.(row) ?? true;
  }

  clone(): Collection<R> {
    const byId = this.#rows.tree.clone();
    return new Collection(this.spec, new StoredRows(byId), this.#indexes.clone(byId));
  }

  put(row: R): void {
    this.delete(row.id);
    this.#rows.tree.set(row.id, row);
    this.#indexes.add(row);
  }

  delete(id: number): void {
    const row = this.#rows.tree.get(id);
    if (row !== undefined) {
      this.#rows.tree.delete(id);
      this.#indexes.delete(row);
    }
  }

  get #indexes(): Indexes<R> {
    this.#builtIndexes ??= new Indexes(this.#rows.tree);
    return this.#builtIndexes;
  }

  #listedOrder(keys: ReadonlyArray<SortKey<R>> = this.spec.order ?? []): IndexSpec<R> {
    return rowOrder(`listed ${keys.join()}`, keys, {admits: row => this.isListed(row)});
  }

  get #unlistedOrder(): IndexSpec<R> {
    return rowOrder('unlisted', [], {admits: row => !this.isListed(row)});
  }

  #fieldIndex(field: keyof R & string): IndexSpec<R> {
    const order = this.spec.indexes?.[field];
    if (order === undefined) {
      throw new Error(`${this.spec.name} has no index on ${field}`);
    }
    return rowOrder(`field ${field}`, [field, ...order], {admits: row => row[field] !== null, key: field});
  }

  #keySource(name: string): KeySource<R> {
    const source = this.spec.keys?.[name] ?? this.spec.texts?.[name];
    if (source === undefined) {
      throw new Error(`${this.spec.name} has no keys or texts named ${name}`);
    }
    return source;
  }

  /** The order or the entries of the keys or texts of this name. */
  #keyIndex(name: string): IndexSpec<R> {
    const source = this.#keySource(name);
    return typeof source === 'string'
      ? rowOrder<R>(`key ${source}`, [source], {admits: row => row[source] !== null, key: source})
      : keyIndex(`keys ${name}`, source, name in (this.spec.texts ?? {}));
  }

  #rowsIn(index: IndexSpec<R>, range?: KeyRange): Rows<R> {
    const {entries, keyOf, rowOf} = this.#indexes.get(index);
    const [start, end] = range === undefined ? [0, entries.size] : entries.range(entry => range(keyOf(entry)));
    return new Rows(end - start, (from, to, visit) =>
      entries.forEach(start + from, start + to, entry => visit(rowOf(entry), entry.id, keyOf(entry))),
    );
  }
}
