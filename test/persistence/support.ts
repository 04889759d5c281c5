import {createHash} from 'node:crypto';
import {mkdtemp, rm} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type {ExecutionContext} from 'ava';
import type {AccountState} from '../../src/accounts/account-state.js';
import {defaultAccount} from '../../src/accounts/accounts.js';
import type {KeptAccount} from '../../src/accounts/change-log.js';
import {machineClock} from '../../src/accounts/clock.js';
import {DataFile} from '../../src/persistence/data-file.js';
import type {DataFileOptions} from '../../src/persistence/data-file-options.js';
import {snapshotText} from '../../src/persistence/snapshot/snapshot-format.js';
import {schema} from '../../src/resources/index.js';
import {recordsFrom} from '../../src/store/records.js';

/** Creates a folder that is removed when the test ends. */
export async function temporaryFolder(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'crm-sandbox-'));
  t.teardown(() => rm(folder, {recursive: true, force: true}));
  return folder;
}

export const textOf = (state: AccountState, seed = 1) => [...snapshotText(state, seed, schema)].join('');

/** Removes the checksum, as users do who edit a file. */
export const withoutChecksum = (text: string) => text.replace(/^ {2},"checksum".*\n/m, '');

/** Replaces the checksum with the right one, as a program that writes files can. */
export function withChecksum(text: string): string {
  const hashed = withoutChecksum(text).replace(/\}\n$/, '');
  return `${hashed}  ,"checksum": "sha256:${createHash('sha256').update(hashed).digest('hex')}"\n}\n`;
}

/** Returns the contents of a state as plain values. */
export const contentsOf = ({records: {collections, nextIds}, clock}: AccountState) => ({
  rows: Array.from(collections, ([name, collection]) => [name, [...collection.values()]] as const),
  nextIds: [...nextIds],
  clock,
});

const nothing: AccountState = {records: recordsFrom(schema), clock: machineClock};

export const open = (file: string, options: Partial<DataFileOptions> = {}) =>
  DataFile.open(file, {baseline: nothing, seed: 1, schema, ...options});

/** Loads the accounts that a new process would start with. */
export async function loadAll(
  file: string,
  options: Partial<DataFileOptions> = {},
): Promise<ReadonlyMap<string, KeptAccount>> {
  const dataFile = open(file, options);
  try {
    const data = await dataFile.read();
    return data!.kept!;
  } finally {
    dataFile.close();
  }
}

/** Loads the default account. */
export const load = async (file: string, options: Partial<DataFileOptions> = {}): Promise<AccountState> =>
  (await loadAll(file, options)).get(defaultAccount)!.current;

/** Writes a data file with this state, and closes it. */
export async function store(file: string, state: AccountState): Promise<void> {
  const dataFile = open(file);
  await dataFile.write({baseline: state, current: state});
  dataFile.close();
}
