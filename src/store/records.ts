import {type AnySpec, Collection} from './collection.js';
import type {Row} from './order.js';
import type {Schema} from './schema.js';

/**
 * All rows of an account at one moment, and the id the next record of each kind will get. Never changed: a
 * transaction makes the next one, which shares all it did not touch. A fork, a snapshot and a reset are therefore a
 * second reference to one of these, whatever its size.
 */
export interface Records {
  readonly collections: ReadonlyMap<string, Collection<Row>>;
  readonly nextIds: ReadonlyMap<string, number>;
}

/**
 * An account with nothing in it but what `rows` gives, by collection name.
 * @param taken ids that were handed out besides those of rows, by collection name: the next ones
 */
export function recordsFrom(
  schema: Schema,
  rows: ReadonlyMap<string, readonly Row[]> = new Map(),
  taken: ReadonlyMap<string, number> = new Map(),
): Records {
  const collections = new Map<string, Collection<Row>>();
  const nextIds = new Map<string, number>();
  for (const spec of schema.specs) {
    const own = rows.get(spec.name) ?? [];
    collections.set(spec.name, Collection.from(spec, own));
    nextIds.set(spec.name, Math.max(nextId(spec, own), taken.get(spec.name) ?? 0));
  }
  return {collections, nextIds};
}

function nextId(spec: AnySpec, rows: readonly Row[]): number {
  return rows.reduce((next, row) => Math.max(next, row.id + 1), spec.firstId);
}
