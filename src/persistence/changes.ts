import type {AccountState} from '../accounts/account-state.js';
import type {Change} from '../accounts/change-log.js';
import type {Clock} from '../accounts/clock.js';
import type {Collection} from '../store/collection.js';
import {differences} from '../store/differences.js';
import type {Row} from '../store/order.js';
import type {Records} from '../store/records.js';
import {SnapshotError} from './snapshot/snapshot-error.js';
import {clockForms, isSameClock, readClock, type WrittenClock, writeClock} from './snapshot/written-clock.js';

/** A change as files hold it, what makes one state of another: rows that came or changed, ids of those that went, next ids and clock if changed. */
export interface WrittenChange {
  readonly rows?: Readonly<Record<string, readonly Row[]>>;
  readonly gone?: Readonly<Record<string, readonly number[]>>;
  readonly next_ids?: Readonly<Record<string, number>>;
  readonly clock?: WrittenClock;
}

/** Costs what differs, not what there is. @returns undefined where nothing does */
export function writeChange({before, after}: Change): WrittenChange | undefined {
  const rows: Record<string, Row[]> = {};
  const gone: Record<string, number[]> = {};
  for (const {collection, before: old, after: row} of differences(before.records, after.records)) {
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

/** The number of rows in a change. */
export const sizeOf = ({rows = {}, gone = {}}: WrittenChange): number =>
  [...Object.values(rows), ...Object.values(gone)].reduce((sum, {length}) => sum + length, 0);

/** The state that changes lead to, one after another. */
export function changed(state: AccountState, changes: Iterable<WrittenChange>): AccountState {
  const edited = new Map<string, Collection<Row>>();
  const nextIds = new Map<string, number>();
  let clock: Clock = state.clock;
  const {records} = state;
  const edit = (name: string) => {
    const collection = edited.get(name) ?? records.collections.get(name).clone();
    edited.set(name, collection);
    return collection;
  };
  for (const change of changes) {
    refuseUnknown(change, records);
    for (const [name, rows] of Object.entries(change.rows ?? {})) {
      for (const row of rows) {
        edit(name).put(row);
      }
    }
    for (const [name, ids] of Object.entries(change.gone ?? {})) {
      for (const id of ids) {
        edit(name).delete(id);
      }
    }
    for (const [name, id] of Object.entries(change.next_ids ?? {})) {
      nextIds.set(name, id);
    }
    clock = change.clock === undefined ? clock : readLoggedClock(change.clock);
  }
  return {
    records: {collections: records.collections.with(edited), nextIds: records.nextIds.with(nextIds)},
    clock,
  };
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
