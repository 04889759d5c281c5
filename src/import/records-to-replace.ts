import {customAttributeValues} from '../resources/attributes/custom-attributes.js';
import {constituents} from '../resources/constituents/constituents.js';
import {schema} from '../resources/index.js';
import {type Records, recordsFrom} from '../store/records.js';
import {isObject} from './items.js';

/** Constituents, and all that goes with one. The other kinds are lookup lists. */
const people = [
  constituents.name,
  customAttributeValues.name,
  ...schema.childrenOf(constituents.name).map(({spec}) => spec.name),
];

/**
 * What is left of an account to load records into that are to replace it: its lookup lists, but for those that
 * `records` names, and what goes with them. All else is empty, and its ids start again.
 * @param records as it came; what is wrong with it is for `loadRecords` to say
 */
export function recordsToReplace(records: unknown, before: Records): Records {
  const emptied = new Set([...people, ...(isObject(records) ? Object.keys(records) : [])]);
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
