import type {AccountState} from '../../accounts/account-state.js';
import {defaultAccount} from '../../accounts/accounts.js';
import type {Snapshot} from '../../accounts/change-log.js';
import type {KeptAccount} from '../../accounts/kept-account.js';
import {type Difference, differences, recordsFrom} from '../../store/records.js';
import type {Schema} from '../../store/schema.js';
import {fewDifferences} from '../changes.js';
import {verifiedChanges} from '../snapshot/verify-changes.js';

/** A state with more differences from all verified ones is verified as a whole. */
const mostDifferences = 20_000;

/**
 * Verifies the rows of all accounts in the log and in the file after the default account. States share most rows:
 * shared rows are verified once.
 * @param known states whose rows are already verified
 * @param common the common baseline, if it differs
 * @returns the accounts with recomputed derived fields
 * @throws SnapshotError that names the first invalid row
 */
export function verifiedKept(
  kept: ReadonlyMap<string, KeptAccount>,
  known: AccountState,
  common: AccountState | undefined,
  schema: Schema,
): Map<string, KeptAccount> {
  const looked = [known];
  const look = <S extends AccountState>(state: S, where: string, more: readonly AccountState[] = []): S =>
    verifiedChanges({state, differences: leastDifferences(state, [...looked, ...more], schema)}, schema, where);
  if (common !== undefined) {
    looked.push(look(common, 'the state that accounts start from'));
  }
  return new Map(
    Array.from(kept, ([name, account]) => {
      const called = name === defaultAccount ? 'the default account' : `the account ${name}`;
      const current = look(account.current, called);
      const snapshots = new Map<string, Snapshot>();
      let last: AccountState = current;
      for (const snapshot of account.snapshots.values()) {
        const lookedAt = look(snapshot, `the snapshot ${snapshot.name} of ${called}`, [current, last]);
        snapshots.set(snapshot.name, lookedAt);
        last = lookedAt;
      }
      const baseline =
        account.baseline && look(account.baseline, `what a reset of ${called} goes back to`, [current, last]);
      return [name, {...account, current, snapshots, ...(baseline && {baseline})}];
    }),
  );
}

/** The differences from the most similar of the other states. */
function leastDifferences(state: AccountState, others: readonly AccountState[], schema: Schema): readonly Difference[] {
  let least: readonly Difference[] | undefined;
  for (const other of others) {
    const found = fewDifferences(other.records, state.records, least?.length ?? mostDifferences);
    least = found ?? least;
    if (least?.length === 0) {
      break;
    }
  }
  return least ?? [...differences(recordsFrom(schema), state.records)];
}
