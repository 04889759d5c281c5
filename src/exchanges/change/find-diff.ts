import type {AccountState} from '../../accounts/account-state.js';
import {differences, type NewParts} from '../../store/differences.js';
import type {Steps} from '../../workload/steps.js';
import {DiffNames} from './diff-names.js';
import {isVisible, type Pair} from './record-diff.js';
import {sizeOfNew, sizeOfPair, sizeOfParts} from './size-of.js';

export const kinds = ['created', 'changed', 'deleted'] as const;

export type Kind = (typeof kinds)[number];

/** How much of a diff is listed. What is beyond is counted. */
export interface DiffBounds {
  readonly records: number;
  /** About what the listed records take in memory; the first is listed whatever it takes. */
  readonly bytes: number;
}

const unbounded: DiffBounds = {records: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY};

/** What became of the records between two states: what a diff is written from. It holds rows, and neither of the states. */
export interface FoundDiff {
  readonly total: Readonly<Record<Kind, number>>;
  /** By collection. */
  readonly lists: Readonly<Record<Kind, ReadonlyMap<string, readonly Pair[]>>>;
  /** How many of the total are not in the lists. */
  readonly unlisted: number;
  /** By collection, the fields that the sandbox keeps for itself. */
  readonly internal: ReadonlyMap<string, readonly string[]>;
  /** Of the constituents that the listed records are or go with, by id. */
  readonly names: ReadonlyMap<number, string>;
  /** About what the listed records take in memory. */
  readonly bytes: number;
  /** About what the later state takes besides what it shares with the earlier one. */
  readonly newBytes: number;
}

const kindOf = ([before, after]: Pair): Kind =>
  before === undefined ? 'created' : after === undefined ? 'deleted' : 'changed';

/** Finds it in steps: costs what was changed between the two, not what they hold. */
export function* findDiff(before: AccountState, after: AccountState, bounds = unbounded): Steps<FoundDiff> {
  const lists: Record<Kind, Map<string, Pair[]>> = {created: new Map(), changed: new Map(), deleted: new Map()};
  const total = {created: 0, changed: 0, deleted: 0};
  const internal = new Map<string, readonly string[]>();
  const names = new DiffNames(after, before);
  const parts: NewParts = {nodes: 0, collections: 0};
  let [listed, unlisted, bytes, newBytes] = [0, 0, 0, 0];
  for (const {collection, before: old, after: row} of differences(before.records, after.records, parts)) {
    const own = internalOf(after, collection);
    const pair: Pair = [old, row];
    newBytes += sizeOfNew(pair);
    if (isVisible(pair, own)) {
      const kind = kindOf(pair);
      total[kind] += 1;
      const size = sizeOfPair(pair);
      if (listed > 0 && (listed >= bounds.records || bytes + size > bounds.bytes)) {
        unlisted += 1;
      } else {
        [listed, bytes] = [listed + 1, bytes + size];
        internal.set(collection, own);
        const pairs = lists[kind].get(collection) ?? [];
        lists[kind].set(collection, pairs);
        pairs.push(pair);
        names.add(collection, (row ?? old)!);
      }
    }
    yield;
  }
  newBytes += sizeOfParts(parts);
  return {total, lists, unlisted, internal, names: names.all, bytes, newBytes};
}

const none: readonly string[] = [];

const internalOf = ({records}: AccountState, collection: string): readonly string[] =>
  records.collections.get(collection).spec.internal ?? none;

/** The same, and none of the records listed. */
export const withoutRecords = ({total}: FoundDiff): FoundDiff => ({
  total,
  lists: {created: new Map(), changed: new Map(), deleted: new Map()},
  unlisted: total.created + total.changed + total.deleted,
  internal: new Map(),
  names: new Map(),
  bytes: 0,
  newBytes: 0,
});
