import type {Key, KeyRange} from '../store/keys.js';
import {equalTo, everyKey} from './ranges.js';

/**
 * What one term asks of a record: that it, or a record that goes with it, has a key that lies in one of the ranges and
 * is accepted. The ranges are what an index can find; where there is but the whole of it, every key is looked at once.
 */
export interface Condition {
  /** The collection whose keys count. */
  readonly of: string;
  /** The name of the keys in it. */
  readonly key: string;
  /** The field that holds the id of the record searched for; `id` where it is that record itself. */
  readonly owner: string;
  readonly ranges: readonly KeyRange[];
  readonly accepts?: (key: Key) => boolean;
}

/** Makes the conditions on one kind of key. */
export const keyed = (of: string, key: string, owner = 'id') => ({
  /** Keys in one of the ranges. */
  within: (...ranges: readonly KeyRange[]): Condition => ({of, key, owner, ranges}),

  /** Keys that a function accepts, looked for in a range, or among all. */
  accepting: (accepts: (key: Key) => boolean, ...ranges: readonly KeyRange[]): Condition => ({
    of,
    key,
    owner,
    ranges: ranges.length > 0 ? ranges : [everyKey],
    accepts,
  }),

  /** Texts that hold one of these, which are folded. */
  containing: (...texts: readonly string[]): Condition => ({
    of,
    key,
    owner,
    ranges: [everyKey],
    accepts: key => texts.some(text => (key as string).includes(text)),
  }),

  oneOf: (values: Iterable<Key>): Condition => oneOf(of, key, owner, new Set(values)),

  noneOf: (values: Iterable<Key>): Condition => {
    const unwanted = new Set(values);
    return {of, key, owner, ranges: [everyKey], accepts: key => !unwanted.has(key)};
  },
});

/** Beyond these many values one pass over all keys is cheaper than a look-up of each. */
const mostLookUps = 1000;

const oneOf = (of: string, key: string, owner: string, values: ReadonlySet<Key>): Condition =>
  values.size > mostLookUps
    ? {of, key, owner, ranges: [everyKey], accepts: key => values.has(key)}
    : {of, key, owner, ranges: Array.from(values, equalTo)};

export const matchesKey = ({ranges, accepts}: Condition, key: Key): boolean =>
  ranges.some(range => range(key) === 0) && (accepts?.(key) ?? true);
