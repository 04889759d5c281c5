import {type Chunked, finish} from './chunked.js';
import {type AnySpec, Collection} from './collection.js';
import type {TreeDifference} from './index/tree.js';
import type {Row} from './order.js';
import type {Schema} from './schema.js';

/** One immutable value for each collection of a schema, by name, in the schema's order. */
export class CollectionMap<V> implements Iterable<readonly [name: string, value: V]> {
  readonly #places: ReadonlyMap<string, number>;
  readonly #values: readonly V[];

  private constructor(places: ReadonlyMap<string, number>, values: readonly V[]) {
    this.#places = places;
    this.#values = values;
  }

  static from<V>(entries: ReadonlyArray<readonly [name: string, value: V]>): CollectionMap<V> {
    return new CollectionMap(
      new Map(entries.map(([name], place) => [name, place])),
      entries.map(([, value]) => value),
    );
  }

  has(name: string): boolean {
    return this.#places.has(name);
  }

  /** Throws if there is no such collection, as does `with`. */
  get(name: string): V {
    return this.#values[this.#placeOf(name)]!;
  }

  keys(): IterableIterator<string> {
    return this.#places.keys();
  }

  *[Symbol.iterator](): IterableIterator<[name: string, value: V]> {
    for (const [name, place] of this.#places) {
      yield [name, this.#values[place]!];
    }
  }

  /** Returns a copy with some values replaced. */
  with(entries: Iterable<readonly [name: string, value: V]>): CollectionMap<V> {
    const values = [...this.#values];
    for (const [name, value] of entries) {
      values[this.#placeOf(name)] = value;
    }
    return new CollectionMap(this.#places, values);
  }

  map<W>(change: (value: V, name: string) => W): CollectionMap<W> {
    const names = this.#places.keys();
    return new CollectionMap(
      this.#places,
      this.#values.map(value => change(value, names.next().value!)),
    );
  }

  #placeOf(name: string): number {
    const place = this.#places.get(name);
    if (place === undefined) {
      throw new Error(`there is no collection ${name}`);
    }
    return place;
  }
}

/**
 * All rows of an account at one moment, and the next id of each kind. Immutable: a transaction creates the next state,
 * which shares everything that did not change. A fork, a snapshot and a reset are therefore just references, regardless
 * of size.
 */
export interface Records {
  readonly collections: CollectionMap<Collection<Row>>;
  readonly nextIds: CollectionMap<number>;
}

type RowsByName = ReadonlyMap<string, readonly Row[]>;

/** The next ids by collection name, for ids assigned beyond those of rows. */
type NextIds = Pick<ReadonlyMap<string, number>, 'get'>;

/**
 * An account that contains only `rows`, by collection name.
 * @param taken ids assigned beyond those of rows
 */
export const recordsFrom = (schema: Schema, rows: RowsByName = new Map(), taken: NextIds = new Map()): Records =>
  finish(recordsInChunks(schema, rows, taken));

/** Does the same in chunks, because a large account takes long. */
export function* recordsInChunks(schema: Schema, rows: RowsByName, taken: NextIds): Chunked<Records> {
  const collections: Array<[string, Collection<Row>]> = [];
  const nextIds: Array<[string, number]> = [];
  for (const spec of schema.specs as readonly AnySpec[]) {
    const {name, firstId} = spec;
    const collection = Collection.from<Row>(spec, rows.get(name) ?? []);
    const [, highest = 0] = collection.idSpan() ?? [];
    collections.push([name, collection]);
    nextIds.push([name, Math.max(firstId, highest + 1, taken.get(name) ?? 0)]);
    yield;
  }
  return {collections: CollectionMap.from(collections), nextIds: CollectionMap.from(nextIds)};
}

/** The unread rows of a collection. */
export interface Unread {
  readonly size: number;
  /** By id, each once. */
  read(): readonly Row[];
}

/** An account whose collections are each read on first use. @param nextIds by collection name */
export function recordsOfUnread(
  {specs}: Schema,
  rows: ReadonlyMap<string, Unread>,
  nextIds: ReadonlyMap<string, number>,
): Records {
  const collections = (specs as readonly AnySpec[]).map(spec => {
    const unread = rows.get(spec.name);
    const collection = unread ? Collection.unread(spec, unread.size, unread.read) : Collection.from(spec, []);
    return [spec.name, collection] as const;
  });
  return {
    collections: CollectionMap.from(collections),
    nextIds: CollectionMap.from(specs.map(({name, firstId}) => [name, nextIds.get(name) ?? firstId])),
  };
}

/** Above this number of changes, building the indexes again is no slower. */
const maxUpdates = 256;

/**
 * Restores old records of which only the rows were kept. If few rows differ from the present ones, the present indexes
 * are updated instead of being built again.
 */
export function reopen(old: Records, present: Records): Records {
  let left = maxUpdates;
  const collections = old.collections.map((collection, name) => {
    const now = present.collections.get(name);
    const changes: TreeDifference<Row>[] = [];
    for (const change of collection.differences(now)) {
      changes.push(change);
      left -= 1;
      if (left < 0) {
        return collection.bare();
      }
    }
    return changes.length === 0 ? now : withChanges(now, changes);
  });
  return {collections, nextIds: old.nextIds};
}

function withChanges(collection: Collection<Row>, changes: ReadonlyArray<TreeDifference<Row>>): Collection<Row> {
  const copy = collection.clone();
  for (const [before, after] of changes) {
    if (after === undefined) {
      copy.delete(before!.id);
    } else {
      copy.put(after);
    }
  }
  return copy;
}

/** Returns a copy with its own indexes, which are freed with it. */
export const apart = ({collections, nextIds}: Records): Records => ({
  collections: collections.map(collection => collection.clone()),
  nextIds,
});

/** One changed record: `before` is undefined if it was added, `after` if it was removed. */
export interface Difference {
  readonly collection: string;
  readonly before: Row | undefined;
  readonly after: Row | undefined;
}

/**
 * The differences between two states, by collection and id. Shared parts are skipped, so the cost depends on the
 * changes. Each is computed on demand.
 */
export function* differences(before: Records, after: Records): Generator<Difference, void> {
  for (const [name, collection] of after.collections) {
    const old = before.collections.get(name);
    if (old !== collection) {
      for (const [oldRow, newRow] of collection.differences(old)) {
        yield {collection: name, before: oldRow, after: newRow};
      }
    }
  }
}
