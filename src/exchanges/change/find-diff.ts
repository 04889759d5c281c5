import type {AccountState} from '../../accounts/account-state.js';
import type {Steps} from '../../store/chunked.js';
import {differences} from '../../store/records.js';
import {DiffNames} from './diff-names.js';
import {isVisible, type Pair, shownPair} from './record-diff.js';

export const kinds = ['created', 'changed', 'deleted'] as const;

export type Kind = (typeof kinds)[number];

/** How much of a diff is listed. The records beyond are counted. */
export interface DiffBounds {
  readonly records: number;
  /** Of the listed records as JSON; the first is listed whatever its length. */
  readonly characters: number;
}

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
}

const kindOf = ([before, after]: Pair): Kind =>
  before === undefined ? 'created' : after === undefined ? 'deleted' : 'changed';

/** Finds it in steps: costs what was changed between the two, not what they hold. */
export function* findDiff(before: AccountState, after: AccountState, bounds?: DiffBounds): Steps<FoundDiff> {
  const finding = new Finding(new DiffNames(after, before), bounds);
  for (const {collection, before: old, after: row} of differences(before.records, after.records)) {
    const {internal = none} = after.records.collections.get(collection).spec;
    finding.add([old, row], collection, internal);
    yield;
  }
  return finding.result();
}

const none: readonly string[] = [];

class Finding {
  readonly #names: DiffNames;
  readonly #bounds: DiffBounds | undefined;
  readonly #total = {created: 0, changed: 0, deleted: 0};
  readonly #lists: Record<Kind, ListedPairs[]> = {created: [], changed: [], deleted: []};
  #listed = 0;
  #unlisted = 0;
  #characters = 0;

  constructor(names: DiffNames, bounds: DiffBounds | undefined) {
    this.#names = names;
    this.#bounds = bounds;
  }

  /** @param collection whose records come one after another */
  add(pair: Pair, collection: string, internal: readonly string[]): void {
    if (!isVisible(pair, internal)) {
      return;
    }
    const kind = kindOf(pair);
    this.#total[kind] += 1;
    if (this.#bounds !== undefined && !this.#fits(pair, collection, internal, this.#bounds)) {
      this.#unlisted += 1;
      return;
    }
    this.#listed += 1;
    this.#listOf(kind, collection, internal).push(pair);
    this.#names.add(collection, (pair[1] ?? pair[0])!);
  }

  result(): FoundDiff {
    return {
      total: this.#total,
      lists: this.#lists,
      unlisted: this.#unlisted,
      names: [...this.#names.all],
    };
  }

  #fits(pair: Pair, collection: string, internal: readonly string[], {records, characters}: DiffBounds): boolean {
    if (this.#listed >= records) {
      return false;
    }
    const {length} = JSON.stringify(shownPair(pair, internal, collection));
    const fits = this.#listed === 0 || this.#characters + length <= characters;
    this.#characters += fits ? length : 0;
    return fits;
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

/** The number of records that are listed. */
export const listedIn = ({total, unlisted}: FoundDiff): number =>
  total.created + total.changed + total.deleted - unlisted;

/** The same diff without its records: they are only counted. */
export const withoutRecords = ({total}: FoundDiff): FoundDiff => ({
  total,
  lists: {created: [], changed: [], deleted: []},
  unlisted: total.created + total.changed + total.deleted,
  names: [],
});
