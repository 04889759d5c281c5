import type {AccountState} from '../../accounts/account-state.js';
import {timestamp} from '../../accounts/clock.js';
import type {Kind} from '../../operations/kinds/kind.js';
import type {AnySpec, Collection} from '../../store/collection.js';
import type {Row} from '../../store/order.js';
import type {Difference} from '../../store/records.js';
import type {Schema} from '../../store/schema.js';
import {Transaction} from '../../store/transaction.js';
import type {Fields} from './document-head.js';
import {wrong} from './snapshot-error.js';
import {problemOfRow, workOutRow} from './verify-rows.js';

/** A state that mostly equals verified data, and the differences. */
export interface Changed<S extends AccountState> {
  readonly state: S;
  readonly differences: readonly Difference[];
}

/**
 * Verifies the rows in which a state differs from another, as `verified` does for all rows; the cost depends on the
 * differences. It also checks that no dependents of deleted records remain, and that no next id is already in use.
 * @param where the state's description for people: `the account choir`
 * @returns the state with recomputed fields that depend on the differences
 * @throws SnapshotError that names the first error
 */
export function verifiedChanges<S extends AccountState>(
  {state, differences}: Changed<S>,
  schema: Schema,
  where: string,
): S {
  const transaction = new Transaction(schema, state.records, () => timestamp(state.clock));
  const [rows, gone] = [new Map<string, Row[]>(), new Map<string, number[]>()];
  for (const {collection, before, after} of differences) {
    if (after === undefined) {
      addTo(gone, collection, before!.id);
    } else {
      addTo(rows, collection, after);
    }
  }
  for (const spec of schema.specs) {
    const problem =
      problemOfRows(spec, rows.get(spec.name) ?? [], transaction) ??
      problemOfGone(spec, gone.get(spec.name) ?? [], schema, transaction) ??
      problemOfNextId(spec, state);
    if (problem !== undefined) {
      throw wrong(`in ${where}, ${problem}`);
    }
  }
  for (const spec of schema.specs) {
    for (const row of rows.get(spec.name) ?? []) {
      workOutRow(spec, row, transaction);
    }
  }
  for (const {collection, before, after} of differences) {
    transaction.followChange(collection, after && transaction.rows(collection).get(after.id), before);
  }
  return {...state, records: transaction.result()};
}

function addTo<T>(lists: Map<string, T[]>, name: string, one: T): void {
  const list = lists.get(name) ?? [];
  list.push(one);
  lists.set(name, list);
}

function problemOfRows(spec: AnySpec, rows: readonly Row[], transaction: Transaction): string | undefined {
  if (rows.length === 0) {
    return undefined;
  }
  for (const row of rows) {
    const problem = problemOfRow(spec, row, transaction);
    if (problem !== undefined) {
      return `${spec.name} ${row.id}${problem}`;
    }
  }
  return problemOfUnique((spec as Partial<Kind>).unique ?? [], rows, transaction.rows(spec.name));
}

/** Compares each changed row with all rows, because an unchanged row may have the same value. */
function problemOfUnique(fields: readonly string[], rows: readonly Row[], all: Collection<Row>): string | undefined {
  for (const field of fields) {
    const held = (row: Row) => (row as unknown as Fields)[field];
    const owners = new Map(rows.filter(row => held(row) !== null).map(row => [held(row), row.id]));
    for (const row of owners.size === 0 ? [] : all.values()) {
      const owner = owners.get(held(row));
      if (owner !== undefined && owner !== row.id) {
        return `${all.spec.name} ${owner}.${field} is ${JSON.stringify(held(row))}, which is that of ${row.id} already`;
      }
    }
  }
  return undefined;
}

function problemOfGone({name}: AnySpec, ids: readonly number[], schema: Schema, transaction: Transaction) {
  for (const {spec, field} of ids.length === 0 ? [] : schema.childrenOf(name)) {
    for (const id of ids) {
      const left = transaction
        .rows(spec.name)
        .where(field as 'id', id)
        .first();
      if (left !== undefined) {
        return `${spec.name} ${left.id}.${field} is ${id}, and there is no such id in ${name}`;
      }
    }
  }
  return undefined;
}

function problemOfNextId({name}: AnySpec, {records}: AccountState): string | undefined {
  const [next, highest = 0] = [records.nextIds.get(name), records.collections.get(name).idSpan()?.[1]];
  return Number.isSafeInteger(next) && next > highest
    ? undefined
    : `the next id of ${name} is ${next}: it must be an integer, and more than ${highest}`;
}
