import type {Catalog} from '../operations/kinds/catalog.js';
import {isObject} from '../schema/items.js';
import {type Records, recordsFrom} from '../store/records.js';

/**
 * The account's records after removal of those that an import replaces: lookup lists not named in `records` remain,
 * with their dependents. Everything else is empty, and its ids restart.
 * @param records unvalidated input; `importRecords` reports its issues
 */
export function recordsToReplace(records: unknown, before: Records, {kinds, schema}: Catalog): Records {
  // Constituents and all their dependents, including kinds that are only counted. The other kinds are lookup lists.
  const counted = kinds.filter(({output}) => output === undefined).map(({name}) => name);
  const emptied = new Set(['constituents', ...counted, ...(isObject(records) ? Object.keys(records) : [])]);
  // The set grows during the loop: an emptied child may have children.
  for (const name of emptied) {
    for (const {spec} of schema.childrenOf(name)) {
      emptied.add(spec.name);
    }
  }
  const empty = recordsFrom(schema);
  const isEmptied = ([name]: readonly [name: string, value: unknown]) => emptied.has(name);
  return {
    collections: before.collections.with([...empty.collections].filter(isEmptied)),
    nextIds: before.nextIds.with([...empty.nextIds].filter(isEmptied)),
  };
}
