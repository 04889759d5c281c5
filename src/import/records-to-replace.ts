import type {Catalog} from '../operations/kinds/catalog.js';
import {isObject} from '../schema/items.js';
import {type Records, recordsFrom} from '../store/records.js';

/**
 * What is left of an account to import records into that are to replace it: its lookup lists, but for those that
 * `records` names, and what goes with them. All else is empty, and its ids start again.
 * @param records as it came; what is wrong with it is for `importRecords` to say
 */
export function recordsToReplace(records: unknown, before: Records, {kinds, schema}: Catalog): Records {
  // Constituents, and all that goes with one; what is only counted, too. The other kinds are lookup lists.
  const counted = kinds.filter(({output}) => output === undefined).map(({name}) => name);
  const emptied = new Set(['constituents', ...counted, ...(isObject(records) ? Object.keys(records) : [])]);
  // A set that grows while it is walked: a child that is emptied may have children of its own.
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
