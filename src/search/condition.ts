import type {Key, KeyRange} from '../store/order.js';
import {equalTo, outside} from './ranges.js';

/**
 * The condition of a term: a record, or a related one, has an accepted key in one of the ranges. An index can find
 * ranges; without ranges, every key is checked.
 */
export interface Condition {
  readonly of: string;
  readonly key: string;
  /** The field with the id of the searched record; `id` if the collection contains that record. */
  readonly owner: string;
  readonly ranges?: readonly KeyRange[];
  readonly accepts?: (key: Key) => boolean;
}

/** Above this number of values, one pass over all keys is cheaper than separate lookups. */
const maxLookUps = 1000;

export const keyed = (of: string, key: string, owner = 'id') => ({
  within: (ranges: readonly KeyRange[], accepts?: (key: Key) => boolean): Condition => ({
    of,
    key,
    owner,
    ranges,
    ...(accepts && {accepts}),
  }),

  /** Accepted keys at any position. */
  accepting: (accepts: (key: Key) => boolean): Condition => ({of, key, owner, accepts}),

  /** Texts that contain this one, both folded. */
  containing: (part: string): Condition => ({of, key, owner, accepts: text => (text as string).includes(part)}),

  oneOf: (values: Iterable<Key>): Condition => {
    const wanted = new Set(values);
    return wanted.size > maxLookUps
      ? {of, key, owner, accepts: key => wanted.has(key)}
      : {of, key, owner, ranges: Array.from(wanted, equalTo)};
  },

  noneOf: (values: Iterable<Key>): Condition => {
    const unwanted = new Set(values);
    return unwanted.size > maxLookUps
      ? {of, key, owner, accepts: key => !unwanted.has(key)}
      : {of, key, owner, ranges: outside([...unwanted])};
  },
});

export const matchesKey = ({ranges, accepts}: Condition, key: Key): boolean =>
  (ranges?.some(range => range(key) === 0) ?? true) && (accepts?.(key) ?? true);
