import {type Chunked, finish} from '../chunked.js';
import {type Compare, compareKeys, type Key, type KeysOf, orderBy, type Row, type SortKey} from '../order.js';
import {OrderedSet, type Tree} from './tree.js';

/** The entries of an index: rows in one order, or their keys. */
interface Index<R, E extends Row> {
  readonly entries: OrderedSet<E>;
  /** The entries of a row; none if the index leaves it out. */
  entriesOf(row: R): readonly E[];
  keyOf(entry: E): Key;
  rowOf(entry: E): R;
}

export interface IndexSpec<R, E extends Row = Row> {
  readonly name: string;
  readonly define: () => Omit<Index<R, E>, 'entries'> & {readonly compare: Compare<E>};
}

interface RowOrder<R> {
  readonly admits: (row: R) => boolean;
  /** The field with the key of each row; its id by default. */
  readonly key?: keyof R & string;
}

export const rowOrder = <R extends Row>(
  name: string,
  keys: ReadonlyArray<SortKey<R>>,
  {admits, key = 'id'}: RowOrder<R>,
): IndexSpec<R> => {
  const define: IndexSpec<R, R>['define'] = () => ({
    entriesOf: row => (admits(row) ? [row] : []),
    keyOf: row => row[key] as Key,
    rowOf: row => row,
    compare: orderBy<R>(...keys),
  });
  return {name, define} as unknown as IndexSpec<R>;
};

interface KeyEntry<R> extends Row {
  readonly key: Key;
  readonly row: R;
}

const byKey: Compare<KeyEntry<unknown>> = (a, b) => compareKeys(a.key, b.key) || a.id - b.id;

/** Rows and their texts lie in memory in this order, so a pass over all is three times as fast. */
const byId: Compare<KeyEntry<unknown>> = (a, b) => a.id - b.id || compareKeys(a.key, b.key);

/** @param isById true if the keys are only visited, not looked up */
export const keyIndex = <R extends Row>(name: string, keysOf: KeysOf<R>, isById: boolean): IndexSpec<R> => {
  const define: IndexSpec<R, KeyEntry<R>>['define'] = () => ({
    entriesOf: row => [...new Set(keysOf(row))].map(key => ({id: row.id, key, row})),
    keyOf: ({key}) => key,
    rowOf: ({row}) => row,
    compare: isById ? byId : byKey,
  });
  return {name, define} as unknown as IndexSpec<R>;
};

export type MissingIndexes = ReadonlyArray<Chunked<void>>;

/** Rows per chunk: each may have keys from a text of 64 KiB. */
const rowsInAStep = 64;

/**
 * The indexes of a collection, by name. Each is built when it is first needed and then kept up to date, so startup
 * builds none. Large ones are built in chunks before a request needs them.
 */
export class Indexes<R extends Row> {
  readonly #all: Tree<number, R>;
  readonly #built = new Map<string, Index<R, Row>>();

  constructor(all: Tree<number, R>) {
    this.#all = all;
  }

  get(spec: IndexSpec<R>): Index<R, Row> {
    if (!this.#built.has(spec.name)) {
      finish(this.#build(spec));
    }
    return this.#built.get(spec.name)!;
  }

  missing(spec: IndexSpec<R>): MissingIndexes {
    return this.#built.has(spec.name) ? [] : [this.#build(spec)];
  }

  *#build({name, define}: IndexSpec<R>): Chunked<void> {
    if (this.#built.has(name)) {
      return; // two conditions of a search may need the same index
    }
    const {compare, ...index} = define();
    const found: Row[] = [];
    let left = rowsInAStep;
    for (const row of this.#all.values()) {
      found.push(...index.entriesOf(row));
      left -= 1;
      if (left === 0) {
        left = rowsInAStep;
        yield;
      }
    }
    this.#built.set(name, {...index, entries: OrderedSet.from(yield* sortInChunks(found, compare), compare)});
  }

  /**
   * Returns an independent copy; the cost does not depend on the size.
   * @param all a copy of the rows
   */
  clone(all: Tree<number, R>): Indexes<R> {
    const copy = new Indexes(all);
    for (const [name, {entriesOf, keyOf, rowOf, entries}] of this.#built) {
      copy.#built.set(name, {entriesOf, keyOf, rowOf, entries: entries.clone()}); // a spread is slower
    }
    return copy;
  }

  add(row: R): void {
    for (const {entries, entriesOf} of this.#built.values()) {
      for (const entry of entriesOf(row)) {
        entries.add(entry);
      }
    }
  }

  delete(row: R): void {
    for (const {entries, entriesOf} of this.#built.values()) {
      for (const entry of entriesOf(row)) {
        entries.delete(entry);
      }
    }
  }
}

/** Rows sorted per chunk. */
const stride = 2048;

/** Sorts like `toSorted`, in chunks: short runs first, then longer ones, each merged from two. */
export function* sortInChunks<R>(rows: readonly R[], compare: Compare<R>): Chunked<readonly R[]> {
  let sorted = rows.slice();
  for (let from = 0; from < rows.length; from += stride) {
    const stretch = rows.slice(from, from + stride).sort(compare);
    for (const [place, row] of stretch.entries()) {
      sorted[from + place] = row;
    }
    if (from > 0) {
      yield;
    }
  }
  // Two arrays alternate as input and output: a growing array would be copied repeatedly.
  let merged = rows.length > stride ? rows.slice() : [];
  for (let width = stride; width < rows.length; width *= 2) {
    for (let from = 0; from < rows.length; from += 2 * width) {
      yield* merge(sorted, from, Math.min(from + width, rows.length), Math.min(from + 2 * width, rows.length), {
        into: merged,
        compare,
      });
    }
    [sorted, merged] = [merged, sorted];
  }
  return sorted;
}

interface Merging<R> {
  readonly into: R[];
  readonly compare: Compare<R>;
}

/** Merges two adjacent sorted runs that begin at `from` and at `middle`. */
function* merge<R>(
  rows: readonly R[],
  from: number,
  middle: number,
  end: number,
  {into, compare}: Merging<R>,
): Chunked<void> {
  let [left, right] = [from, middle];
  const isInOrder = middle === end || compare(rows[middle - 1]!, rows[middle]!) <= 0;
  for (let place = from; place < end; place++) {
    const isLeft = right === end || (left < middle && (isInOrder || compare(rows[left]!, rows[right]!) <= 0));
    into[place] = rows[isLeft ? left++ : right++]!;
    if (place % stride === 0) {
      yield;
    }
  }
}
