import type {AccountState} from '../../accounts/account-state.js';
import {defaultAccount} from '../../accounts/accounts.js';
import type {KeptAccount} from '../../accounts/kept-account.js';
import {type Difference, differences} from '../../store/differences.js';
import {recordsFrom} from '../../store/records.js';
import type {Schema} from '../../store/schema.js';
import {fewDifferences} from '../changes.js';
import {verifyChanges} from '../snapshot/verify-changes.js';

/** What differs in more rows from all that was looked at is looked at as a whole. */
const mostDifferences = 20_000;

/**
 * Looks at the rows of all accounts that the log holds, or the file behind the default account's own. States share most
 * of their rows: what two have in common is looked at once.
 * @param known states whose rows were looked at
 * @param common what all accounts start from, where that is another
 * @throws SnapshotError that names the first row that is wrong
 */
export function verifyKept(
  kept: ReadonlyMap<string, KeptAccount>,
  known: AccountState,
  common: AccountState | undefined,
  schema: Schema,
): void {
  const looked = [known];
  const look = (state: AccountState, where: string, more: readonly AccountState[] = []) =>
    verifyChanges({state, differences: leastDifferences(state, [...looked, ...more], schema)}, schema, where);
  if (common !== undefined) {
    look(common, 'the state that accounts start from');
    looked.push(common);
  }
  for (const [name, {current, baseline, snapshots}] of kept) {
    const account = name === defaultAccount ? 'the default account' : `the account ${name}`;
    let last = current;
    look(current, account);
    for (const snapshot of snapshots.values()) {
      look(snapshot, `the snapshot ${snapshot.name} of ${account}`, [current, last]);
      last = snapshot;
    }
    if (baseline !== undefined) {
      look(baseline, `what a reset of ${account} goes back to`, [current, last]);
    }
  }
}

/** What a state has otherwise than the one of some that it has most in common with. */
function leastDifferences(state: AccountState, others: readonly AccountState[], schema: Schema): Iterable<Difference> {
  let least: readonly Difference[] | undefined;
  for (const other of others) {
    const found = fewDifferences(other.records, state.records, least?.length ?? mostDifferences);
    least = found ?? least;
    if (least?.length === 0) {
      break;
    }
  }
  return least ?? differences(recordsFrom(schema), state.records);
}
