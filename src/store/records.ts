import {type AnySpec, Collection} from './collection.js';
import {CollectionMap} from './collection-map.js';
import type {Row} from './order.js';
import type {Schema} from './schema.js';

/**
 * All rows of an account at one moment, and the id the next record of each kind will get. Never changed: a
 * transaction makes the next one, which shares all it did not touch. A fork, a snapshot and a reset are therefore a
 * second reference to one of these, whatever its size.
 */
export interface Records {
  readonly collections: CollectionMap<Collection<Row>>;
  readonly nextIds: CollectionMap<number>;
}

/**
 * An account with nothing in it but what `rows` gives, by collection name.
 * @param taken ids that were handed out besides those of rows, by collection name: the next ones
 */
export function recordsFrom(
  schema: Schema,
  rows: ReadonlyMap<string, readonly Row[]> = new Map(),
  taken: Pick<ReadonlyMap<string, number>, 'get'> = new Map(),
): Records {
  const ofEach = <V>(make: (spec: AnySpec, own: readonly Row[]) => V) =>
    CollectionMap.from(schema.specs.map(spec => [spec.name, make(spec, rows.get(spec.name) ?? [])]));
  return {
    collections: ofEach(Collection.from),
    nextIds: ofEach((spec, own) => Math.max(nextId(spec, own), taken.get(spec.name) ?? 0)),
  };
}

function nextId(spec: AnySpec, rows: readonly Row[]): number {
  return rows.reduce((next, row) => Math.max(next, row.id + 1), spec.firstId);
}
