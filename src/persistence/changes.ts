import type {AccountState} from '../accounts/account-state.js';
import type {Change} from '../accounts/change-log.js';
import type {Clock} from '../accounts/clock.js';
import {largestId} from '../schema/fields.js';
import type {Collection} from '../store/collection.js';
import type {Row} from '../store/order.js';
import {type Difference, differences, type Records} from '../store/records.js';
import {SnapshotError} from './snapshot/snapshot-error.js';
import {clockForms, isSameClock, readClock, type WrittenClock, writeClock} from './snapshot/written-clock.js';

/** A stored change between two states: rows added or changed, ids removed, next ids and clock if changed. */
export interface WrittenChange {
  readonly rows?: Readonly<Record<string, readonly Row[]>>;
  readonly gone?: Readonly<Record<string, readonly number[]>>;
  readonly next_ids?: Readonly<Record<string, number>>;
  readonly clock?: WrittenClock;
}

/** A bounded number of differences. */
export type Few = readonly Difference[];

/** Stops at the limit. @returns undefined if there are `limit` or more differences */
export function fewDifferences(before: Records, after: Records, limit: number): Few | undefined {
  const found: Difference[] = [];
  for (const difference of differences(before, after)) {
    found.push(difference);
    if (found.length >= limit) {
      return undefined;
    }
  }
  return found;
}

/** Maximum number of differences; a state with more is written or verified as a whole. */
const maxDifferences = 20_000;

/** The most similar state and the differences from it; undefined if all have too many. */
export function leastDifferences<S extends AccountState>(others: Iterable<S>, {records}: AccountState) {
  let least: {readonly other: S; readonly differences: Few} | undefined;
  for (const other of others) {
    const few = fewDifferences(other.records, records, least?.differences.length ?? maxDifferences);
    least = few === undefined ? least : {other, differences: few};
    if (few?.length === 0) {
      break;
    }
  }
  return least;
}

/**
 * The cost depends on the differences, not on the size of the data.
 * @param found the differences of the records, if known
 * @returns undefined if nothing differs
 */
export function writeChange(
  {before, after}: Pick<Change, 'before' | 'after'>,
  found: Iterable<Difference> = differences(before.records, after.records),
): WrittenChange | undefined {
  const rows: Record<string, Row[]> = {};
  const gone: Record<string, number[]> = {};
  for (const {collection, before: old, after: row} of found) {
    if (row === undefined) {
      gone[collection] ??= [];
      gone[collection].push(old!.id);
    } else {
      rows[collection] ??= [];
      rows[collection].push(row);
    }
  }
  const nextIds = [...after.records.nextIds].filter(([name, id]) => before.records.nextIds.get(name) !== id);
  const change: WrittenChange = {
    ...(Object.keys(rows).length > 0 && {rows}),
    ...(Object.keys(gone).length > 0 && {gone}),
    ...(nextIds.length > 0 && {next_ids: Object.fromEntries(nextIds)}),
    ...(!isSameClock(before.clock, after.clock) && {clock: writeClock(after.clock)}),
  };
  return Object.keys(change).length > 0 ? change : undefined;
}

/** A state to which changes are applied in order. The cost depends on the changes. */
export class Edited {
  #state: AccountState;
  #clock: Clock;
  /** Copies of the collections changed since the last access to `state`. */
  readonly #collections = new Map<string, Collection<Row>>();
  readonly #nextIds = new Map<string, number>();

  constructor(state: AccountState) {
    this.#state = state;
    this.#clock = state.clock;
  }

  /** @throws SnapshotError if it refers to something unknown, or has an unreadable clock */
  take(change: WrittenChange): void {
    refuseUnknown(change, this.#state.records);
    refuseNoIds(change);
    for (const [name, rows] of Object.entries(change.rows ?? {})) {
      const collection = this.#edit(name);
      for (const row of rows) {
        collection.put(row);
      }
    }
    for (const [name, ids] of Object.entries(change.gone ?? {})) {
      const collection = this.#edit(name);
      for (const id of ids) {
        collection.delete(id);
      }
    }
    for (const [name, id] of Object.entries(change.next_ids ?? {})) {
      this.#nextIds.set(name, id);
    }
    if (change.clock !== undefined) {
      this.#clock = readLoggedClock(change.clock);
    }
  }

  /** The state after all changes so far. */
  get state(): AccountState {
    if (this.#collections.size > 0 || this.#nextIds.size > 0 || this.#clock !== this.#state.clock) {
      const {collections, nextIds} = this.#state.records;
      this.#state = {
        records: {collections: collections.with(this.#collections), nextIds: nextIds.with(this.#nextIds)},
        clock: this.#clock,
      };
      this.#collections.clear();
      this.#nextIds.clear();
    }
    return this.#state;
  }

  #edit(name: string): Collection<Row> {
    const collection = this.#collections.get(name) ?? this.#state.records.collections.get(name).clone();
    this.#collections.set(name, collection);
    return collection;
  }
}

function readLoggedClock(written: unknown): Clock {
  const clock = readClock(written);
  if (clock === undefined) {
    throw new SnapshotError(`The change log cannot be loaded: clock must be ${clockForms}`);
  }
  return clock;
}

function refuseUnknown({rows, gone, next_ids}: WrittenChange, {collections}: Records): void {
  const unknown = Object.keys({...rows, ...gone, ...next_ids}).find(name => !collections.has(name));
  if (unknown !== undefined) {
    throw new SnapshotError(`The change log names ${unknown}, which is not a collection of this sandbox`);
  }
}

/** Rejects invalid ids: lookups would not find their rows, or would confuse them with others. */
function refuseNoIds({rows = {}, gone = {}}: WrittenChange): void {
  for (const [name, list] of [...Object.entries(rows), ...Object.entries(gone)]) {
    if (!Array.isArray(list)) {
      throw new SnapshotError(`The change log cannot be loaded: ${name} must be an array`);
    }
  }
  const ids = [
    ...Object.values(rows).flatMap(list => list.map((row: Row | null | undefined) => row?.id)),
    ...Object.values(gone).flat(),
  ];
  const wrong = ids.findIndex(id => !Number.isSafeInteger(id) || id! < 1 || id! > largestId);
  if (wrong >= 0) {
    const got = JSON.stringify(ids[wrong]);
    throw new SnapshotError(`The change log cannot be loaded: an id must be an integer from 1 on, got ${got}`);
  }
}
