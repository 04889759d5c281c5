import {defaultAccount} from '../../accounts/accounts.js';
import type {KeptAccount, Snapshot} from '../../accounts/change-log.js';
import {machineClock, moment} from '../../accounts/clock.js';
import {pause} from '../../store/chunked.js';
import type {Schema} from '../../store/schema.js';
import {Edited} from '../changes.js';
import type {Entry} from '../log/entries.js';
import {verifiedKept} from '../log/verify-kept.js';
import {SnapshotError} from '../snapshot/snapshot-error.js';
import type {StoredAccounts} from './stored-accounts.js';

interface AccountRow {
  readonly name: string;
  readonly incarnation: string;
  readonly fence: string;
  readonly seq: string;
  readonly state_id: string;
  readonly state_seq: string;
  readonly baseline_id: string | null;
  readonly made: string;
}

interface LineRow {
  readonly incarnation: string;
  readonly seq: string;
  readonly change: string;
  readonly state_id: string | null;
}

interface SnapshotRow {
  readonly incarnation: string;
  readonly name: string;
  readonly state_id: string;
  readonly saved_at: string;
}

const selectAccounts = ' SELECT account.* FROM sandbox_account account JOIN meta ON true WHERE sandbox = $1';

const selectSnapshots = ` SELECT snapshot.* FROM sandbox_snapshot snapshot
JOIN sandbox_account USING (incarnation) JOIN meta ON true WHERE sandbox = $1 ORDER BY saved_at`;

const selectLines = ` SELECT incarnation, log.seq, change, log.state_id
FROM sandbox_log log JOIN sandbox_account account USING (incarnation) JOIN meta ON true
WHERE sandbox = $1 AND log.seq > state_seq AND (incarnation, log.seq) > ($4, $5)
ORDER BY incarnation, log.seq LIMIT 200`;

/** An account whose rows are not verified yet. */
interface LoadedAccount {
  readonly row: AccountRow;
  readonly stateBytes: number;
  current: Edited;
  /** The number of the last line. */
  last: number;
  logBytes: number;
  readonly snapshots: SnapshotRow[];
}

/**
 * Reads all accounts of the sandbox.
 * @param stored has the baseline; the accounts and their states are added to it
 * @throws SnapshotError if rows are missing or invalid
 */
export async function loadAccounts(stored: StoredAccounts, schema: Schema): Promise<Map<string, KeptAccount>> {
  const {states} = stored;
  const read = await readAccounts(stored);
  const common = {current: states.baseline.state, snapshots: new Map(), assume: {}};
  const sound = await verifiedKept(new Map([[defaultAccount, common]]), states.nothing, undefined, schema);
  const baseline = sound.get(defaultAccount)!.current;
  const kept = new Map<string, KeptAccount>();
  for (const [name, account] of read) {
    kept.set(name, await keptOf(stored, account));
  }
  const verified = await verifiedKept(kept, baseline, undefined, schema);
  const now = moment(machineClock);
  for (const [name, account] of verified) {
    enter(stored, read.get(name)!, account);
    if (account.expiresAt !== undefined && account.expiresAt <= now) {
      verified.delete(name);
      await stored.drop(name);
    }
  }
  states.loaded(baseline);
  if (!verified.has(defaultAccount)) {
    const from = states.baseline.state;
    await stored.make({name: defaultAccount, from, assume: {}});
    verified.set(defaultAccount, {current: from, snapshots: new Map(), assume: {}});
  }
  return verified;
}

/** Adds an account and the states that it refers to. */
function enter(
  {states, accounts}: StoredAccounts,
  {row, snapshots, stateBytes, logBytes}: LoadedAccount,
  account: KeptAccount,
) {
  const {name, incarnation, fence, seq} = row;
  const place = {id: incarnation, fence, seq: Number(seq)};
  accounts.set(name, {...place, name, current: account.current, stateBytes, logBytes});
  if (account.baseline !== undefined) {
    states.remember(row.baseline_id!, account.baseline);
  }
  for (const {name, state_id} of snapshots) {
    const {records, clock} = account.snapshots.get(name)!;
    states.remember(state_id, {records, clock});
  }
}

async function readAccounts(stored: StoredAccounts): Promise<Map<string, LoadedAccount>> {
  const {epoch, states} = stored;
  const read = new Map<string, LoadedAccount>();
  for (const row of await epoch.run<AccountRow>(selectAccounts)) {
    const {state, bytes} = await states.read(row.state_id);
    const lines = {current: new Edited(state), last: Number(row.state_seq), logBytes: 0};
    read.set(row.incarnation, {row, stateBytes: bytes, ...lines, snapshots: []});
  }
  for (const row of await epoch.run<SnapshotRow>(selectSnapshots)) {
    read.get(row.incarnation)!.snapshots.push(row);
  }
  await readLines(stored, read);
  for (const {row, last} of read.values()) {
    if (last !== Number(row.seq)) {
      throw new SnapshotError(
        `The account ${row.name} cannot be loaded: the database has its changes up to ${last}, and not up to ${row.seq}`,
      );
    }
  }
  return new Map(Array.from(read.values(), account => [account.row.name, account]));
}

/** A missing line ends the changes of its account. */
async function readLines({epoch, states}: StoredAccounts, read: ReadonlyMap<string, LoadedAccount>): Promise<void> {
  let [after, lines]: [readonly [string, string], LineRow[]] = [['0', '0'], []];
  do {
    lines = await epoch.run<LineRow>(selectLines, after);
    for (const {incarnation, seq, change, state_id} of lines) {
      const account = read.get(incarnation)!;
      if (Number(seq) === account.last + 1) {
        account.current = state_id === null ? account.current : new Edited((await states.read(state_id)).state);
        account.current.take(JSON.parse(change) as Entry);
        account.last += 1;
        account.logBytes += Buffer.byteLength(change);
      }
      after = [incarnation, seq];
      await pause();
    }
  } while (lines.length > 0);
}

async function keptOf({states}: StoredAccounts, {row, current, snapshots}: LoadedAccount): Promise<KeptAccount> {
  const all = new Map<string, Snapshot>();
  for (const {name, state_id, saved_at} of snapshots) {
    all.set(name, {name, savedAt: saved_at, ...(await states.read(state_id)).state});
  }
  const {assume, expires_at} = JSON.parse(row.made) as NonNullable<Entry['made']>;
  return {
    current: current.state,
    ...(row.baseline_id !== null && {baseline: (await states.read(row.baseline_id)).state}),
    snapshots: all,
    assume,
    ...(expires_at !== undefined && {expiresAt: expires_at}),
  };
}
