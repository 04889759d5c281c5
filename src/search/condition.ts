import type {Key, KeyRange} from '../store/keys.js';
import {equalTo, outside} from './ranges.js';

/**
 * What one term asks of a record: that it, or a record that goes with it, has a key that lies in one of the ranges and
 * is accepted. Ranges are what an index can find; without them every key is looked at once.
 */
export interface Condition {
  /** The collection whose keys count. */
  readonly of: string;
  /** The name of the keys, or texts, in it. */
  readonly key: string;
  /** The field that holds the id of the record searched for; `id` where it is that record itself. */
  readonly owner: string;
  readonly ranges?: readonly KeyRange[];
  readonly accepts?: (key: Key) => boolean;
}

/** Beyond these many values one pass over all keys is cheaper than a look-up of each. */
const mostLookUps = 1000;

/** Makes the conditions on one kind of key. */
export const keyed = (of: string, key: string, owner = 'id') => ({
  /** Keys in one of the ranges; of those, the ones that are accepted. */
  within: (ranges: readonly KeyRange[], accepts?: (key: Key) => boolean): Condition => ({
    of,
    key,
    owner,
    ranges,
    ...(accepts && {accepts}),
  }),

  /** Keys that are accepted, wherever they stand. */
  accepting: (accepts: (key: Key) => boolean): Condition => ({of, key, owner, accepts}),

  /** Texts that hold this one, folded as they are. */
  containing: (part: string): Condition => ({of, key, owner, accepts: text => (text as string).includes(part)}),

  oneOf: (values: Iterable<Key>): Condition => {
    const wanted = new Set(values);
    return wanted.size > mostLookUps
      ? {of, key, owner, accepts: key => wanted.has(key)}
      : {of, key, owner, ranges: Array.from(wanted, equalTo)};
  },

  noneOf: (values: Iterable<Key>): Condition => {
    const unwanted = new Set(values);
    return unwanted.size > mostLookUps
      ? {of, key, owner, accepts: key => !unwanted.has(key)}
      : {of, key, owner, ranges: outside([...unwanted])};
  },
});

export const matchesKey = ({ranges, accepts}: Condition, key: Key): boolean =>
  (ranges?.some(range => range(key) === 0) ?? true) && (accepts?.(key) ?? true);
