import type {AccountState} from '../../accounts/account-state.js';
import {defaultAccount} from '../../accounts/accounts.js';
import type {KeptAccount, Snapshot} from '../../accounts/change-log.js';
import {timestamp} from '../../accounts/clock.js';
import type {Row} from '../../store/order.js';
import {type Difference, differences, recordsFrom} from '../../store/records.js';
import type {Schema} from '../../store/schema.js';
import {Transaction} from '../../store/transaction.js';
import {leastDifferences} from '../changes.js';
import {wrong} from '../snapshot/snapshot-error.js';
import {verifyRows, workOutRows} from '../snapshot/verify-rows.js';

/**
 * Verifies the rows of all accounts in the log and in the file after the default account. States share most rows:
 * shared rows are verified once.
 * @param known a state whose rows are already verified
 * @param common the common baseline, if it differs
 * @returns the accounts with recomputed derived fields
 * @throws SnapshotError that names the first invalid row
 */
export async function verifiedKept(
  kept: ReadonlyMap<string, KeptAccount>,
  known: AccountState,
  common: AccountState | undefined,
  schema: Schema,
): Promise<Map<string, KeptAccount>> {
  const verified = [known];
  const verify = <S extends AccountState>(state: S, where: string, more: readonly AccountState[] = []) => {
    const least = leastDifferences([...verified, ...more], state)?.differences;
    return verifiedChanges(state, least ?? [...differences(recordsFrom(schema), state.records)], schema, where);
  };
  if (common !== undefined) {
    verified.push(await verify(common, 'the state that accounts start from'));
  }
  const accounts = new Map<string, KeptAccount>();
  for (const [name, account] of kept) {
    const called = name === defaultAccount ? 'the default account' : `the account ${name}`;
    const current = await verify(account.current, called);
    const snapshots = new Map<string, Snapshot>();
    let last: AccountState = current;
    for (const snapshot of account.snapshots.values()) {
      const sound = await verify(snapshot, `the snapshot ${snapshot.name} of ${called}`, [current, last]);
      snapshots.set(snapshot.name, sound);
      last = sound;
    }
    const baseline =
      account.baseline && (await verify(account.baseline, `what a reset of ${called} goes back to`, [current, last]));
    accounts.set(name, {...account, current, snapshots, ...(baseline && {baseline})});
  }
  return accounts;
}

/**
 * Verifies the rows that differ from a verified state, that no dependents of deleted records remain, and that no next
 * id is already in use.
 * @param where the state's description for people: `the account choir`
 */
async function verifiedChanges<S extends AccountState>(
  state: S,
  changes: readonly Difference[],
  schema: Schema,
  where: string,
): Promise<S> {
  const transaction = new Transaction(schema, state.records, () => timestamp(state.clock));
  const rows = new Map<string, Row[]>();
  for (const {collection, after} of changes) {
    if (after !== undefined) {
      rows.set(collection, rows.get(collection) ?? []);
      rows.get(collection)!.push(after);
    }
  }
  await verifyRows(rows, schema, transaction, (name, {id}) => `${name} ${id}`, `in ${where}, `);
  const problem =
    firstOf(changes, change => problemOfRemoval(change, schema, transaction)) ??
    firstOf(schema.specs, ({name}) => problemOfNextId(name, state));
  if (problem !== undefined) {
    throw wrong(`in ${where}, ${problem}`);
  }
  await workOutRows(rows, schema, transaction);
  for (const {collection, before, after} of changes) {
    transaction.followChange(collection, after && transaction.rows(collection).get(after.id), before);
  }
  return {...state, records: transaction.result()};
}

function firstOf<T>(all: Iterable<T>, problemOf: (one: T) => string | undefined): string | undefined {
  for (const one of all) {
    const problem = problemOf(one);
    if (problem !== undefined) {
      return problem;
    }
  }
  return undefined;
}

function problemOfRemoval({collection, before, after}: Difference, schema: Schema, transaction: Transaction) {
  if (before === undefined || after !== undefined) {
    return undefined;
  }
  return firstOf(schema.childrenOf(collection), ({spec, field}) => {
    const left = transaction
      .rows(spec.name)
      .where(field as 'id', before.id)
      .first();
    return left && `${spec.name} ${left.id}.${field} is ${before.id}, and there is no such id in ${collection}`;
  });
}

function problemOfNextId(name: string, {records}: AccountState): string | undefined {
  const [next, highest = 0] = [records.nextIds.get(name), records.collections.get(name).idSpan()?.[1]];
  return Number.isSafeInteger(next) && next > highest
    ? undefined
    : `the next id of ${name} is ${next}: it must be an integer, and more than ${highest}`;
}
