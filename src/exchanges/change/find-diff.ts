import type {AccountState} from '../../accounts/account-state.js';
import {differences, type NewParts} from '../../store/differences.js';
import type {Steps} from '../../workload/steps.js';
import {DiffNames} from './diff-names.js';
import {isVisible, type Pair} from './record-diff.js';
import {sizeOfItself, sizeOfNew, sizeOfPair, sizeOfParts} from './size-of.js';

export const kinds = ['created', 'changed', 'deleted'] as const;

export type Kind = (typeof kinds)[number];

/** How much of a diff is listed. What is beyond is counted. */
export interface DiffBounds {
  readonly records: number;
  /** About what the listed records take in memory; the first is listed whatever it takes. */
  readonly bytes: number;
}

const unbounded: DiffBounds = {records: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY};

/** The listed records of one collection. */
interface ListedPairs {
  readonly collection: string;
  /** The fields that the sandbox keeps for itself. */
  readonly internal: readonly string[];
  readonly pairs: Pair[];
}

/**
 * What became of the records between two states: what a diff is written from. It holds rows, and neither of the states;
 * and as little besides as can be, because each request that writes leaves one.
 */
export interface FoundDiff {
  readonly total: Readonly<Record<Kind, number>>;
  readonly lists: Readonly<Record<Kind, readonly ListedPairs[]>>;
  /** How many of the total are not in the lists. */
  readonly unlisted: number;
  /** Of the constituents that the listed records are or go with, by id. */
  readonly names: ReadonlyArray<readonly [id: number, name: string]>;
  /** About what the listed records take in memory. */
  readonly bytes: number;
  /** About what the later state takes besides what it shares with the earlier one. */
  readonly newBytes: number;
}

const kindOf = ([before, after]: Pair): Kind =>
  before === undefined ? 'created' : after === undefined ? 'deleted' : 'changed';

/** Finds it in steps: costs what was changed between the two, not what they hold. */
export function* findDiff(before: AccountState, after: AccountState, bounds = unbounded): Steps<FoundDiff> {
  const finding = new Finding(new DiffNames(after, before), bounds);
  const parts: NewParts = {nodes: 0, collections: 0};
  for (const {collection, before: old, after: row} of differences(before.records, after.records, parts)) {
    const {internal = none} = after.records.collections.get(collection).spec;
    finding.add([old, row], collection, internal);
    yield;
  }
  return finding.result(sizeOfParts(parts));
}

const none: readonly string[] = [];

class Finding {
  readonly #names: DiffNames;
  readonly #bounds: DiffBounds;
  readonly #total = {created: 0, changed: 0, deleted: 0};
  readonly #lists: Record<Kind, ListedPairs[]> = {created: [], changed: [], deleted: []};
  #listed = 0;
  #unlisted = 0;
  #bytes = 0;
  #newBytes = 0;

  constructor(names: DiffNames, bounds: DiffBounds) {
    this.#names = names;
    this.#bounds = bounds;
  }

  /** @param collection whose records come one after another */
  add(pair: Pair, collection: string, internal: readonly string[]): void {
    const ofNew = sizeOfNew(pair);
    this.#newBytes += ofNew;
    if (!isVisible(pair, internal)) {
      return;
    }
    const kind = kindOf(pair);
    this.#total[kind] += 1;
    const bytes = sizeOfPair(pair, ofNew);
    if (this.#listed > 0 && (this.#listed >= this.#bounds.records || this.#bytes + bytes > this.#bounds.bytes)) {
      this.#unlisted += 1;
      return;
    }
    this.#listed += 1;
    this.#bytes += bytes;
    this.#listOf(kind, collection, internal).push(pair);
    this.#names.add(collection, (pair[1] ?? pair[0])!);
  }

  /** @param parts about what the later state takes for what is new of it besides rows */
  result(parts: number): FoundDiff {
    return {
      total: this.#total,
      lists: this.#lists,
      unlisted: this.#unlisted,
      names: [...this.#names.all],
      bytes: this.#bytes + sizeOfItself,
      newBytes: this.#newBytes + parts + sizeOfItself,
    };
  }

  #listOf(kind: Kind, collection: string, internal: readonly string[]): Pair[] {
    const last = this.#lists[kind].at(-1);
    if (last?.collection === collection) {
      return last.pairs;
    }
    const pairs: Pair[] = [];
    this.#lists[kind].push({collection, internal, pairs});
    return pairs;
  }
}

/** Whether a record is among those that are listed. */
export const lists = ({lists}: FoundDiff, collection: string, id: number): boolean =>
  kinds.some(kind =>
    lists[kind].some(
      of => of.collection === collection && of.pairs.some(([before, after]) => (before ?? after)!.id === id),
    ),
  );

/** The same, and none of the records listed. */
export const withoutRecords = ({total}: FoundDiff): FoundDiff => ({
  total,
  lists: {created: [], changed: [], deleted: []},
  unlisted: total.created + total.changed + total.deleted,
  names: [],
  bytes: 0,
  newBytes: 0,
});
