import {existsSync} from 'node:fs';
import {hostname} from 'node:os';
import {Calendar, dataEnd} from '../../fixtures/calendar.js';
import {defaultSeed, type FixtureOptions, generateInChunks, generateRecords, profiles} from '../../fixtures/index.js';
import {preparedRecords} from '../../fixtures/prepared.js';
import {bytesOf} from '../../fixtures/size.js';
import {endOfData} from '../../fixtures/until.js';
import {Accounts, defaultAccount} from '../accounts/accounts.js';
import type {AccountsData, AccountsOptions} from '../accounts/change-log.js';
import {frozenClock, machineClock, parseMoment} from '../accounts/clock.js';
import {checkMemory} from '../accounts/memory.js';
import {listsFrom} from '../import/account-lists.js';
import {type CacheCapacities, usualCapacities} from '../operations/caches.js';
import type {Catalog} from '../operations/kinds/catalog.js';
import {DataFile} from '../persistence/data-file.js';
import {isDatabase} from '../persistence/postgres/address.js';
import {PostgresLog} from '../persistence/postgres/postgres-log.js';
import {checkReplaceable, readFile, writeWhole} from '../persistence/replace-file.js';
import {naming} from '../persistence/snapshot/snapshot-error.js';
import {readSnapshot, snapshotText} from '../persistence/snapshot/snapshot-format.js';
import {settingsOf} from '../settings.js';
import {memoizeWeakly} from '../store/caching.js';
import {runHeavy, runInTurns} from '../store/chunked.js';
import type {Records} from '../store/records.js';
import type {StartOptions} from './start-options.js';

export interface OpenSandbox {
  readonly accounts: Accounts;
  /** True if the data file already existed. */
  readonly hadData: boolean;
  /** Saves the data and releases the lock on its file. */
  close(): Promise<void>;
}

/** The accounts of another sandbox as initial data. */
export interface GivenAccounts {
  readonly accounts: AccountsData;
  readonly seed: number;
  readonly givenLists?: Records | undefined;
  /** True if the accounts differ from those that the options describe. */
  readonly isRerun: boolean;
}

/**
 * Creates the accounts of a sandbox.
 * @param url of this sandbox, for people who inspect its database
 * @param given used instead of generated data or a file
 * @throws SnapshotError if a file can't be loaded, LockedError if another process uses it, or the system's own error
 */
export async function openSandbox(
  catalog: Catalog,
  options: StartOptions,
  url: string,
  capacities = usualCapacities,
  given?: GivenAccounts,
): Promise<OpenSandbox> {
  const {schema} = catalog;
  if (given !== undefined) {
    return openGiven(catalog, options, given);
  }
  if (options.exportOnExit !== undefined) {
    checkReplaceable(options.exportOnExit); // fail now rather than lose the export at the end of the run
  }
  const {baseline, seed, givenLists} =
    options.from === undefined
      ? await generate(catalog, options, capacities)
      : await load(options.from, catalog, options);
  const {data, recover = false, onNotice} = options;
  const facts = {
    schema,
    baseline,
    seed,
    settings: settingsOf(options),
    givenLists,
    ...(options.seedUntil !== undefined && {seedUntil: options.seedUntil}),
    ...(options.accountTtl !== undefined && {accountTtl: options.accountTtl}),
  };
  if (data !== undefined && isDatabase(data)) {
    return openDatabase(data, facts, options, url);
  }
  const kept = {baseline, seed, schema, recover, ...(onNotice && {onNotice})};
  const hadData = data !== undefined && existsSync(data);
  const file = data === undefined ? undefined : DataFile.open(data, kept);
  try {
    const accounts = await Accounts.open({...facts, ...(file && {adapter: file, changeLog: file})});
    if (file !== undefined) {
      await accounts.save();
      if (options.now !== undefined) {
        await (await accounts.get(defaultAccount)).setClock(clockOf(options));
      }
    }
    return {accounts, hadData, close: () => close(accounts, file, options.exportOnExit)};
  } catch (error) {
    file?.close();
    throw error;
  }
}

/** The database contains the clock: `now` sets it only for a new sandbox. */
async function openDatabase(
  data: string,
  facts: AccountsOptions,
  {exportOnExit, onError = () => undefined, onNotice = () => undefined}: StartOptions,
  url: string,
): Promise<OpenSandbox> {
  const log = await PostgresLog.open(data, {...facts, url: urlHere(url), onError, onNotice});
  const accounts = await Accounts.open({...facts, adapter: log, changeLog: log});
  log.onTakeOver = () => accounts.reload();
  const closeAll = () => close(accounts, log, exportOnExit);
  try {
    await log.start();
  } catch (error) {
    await closeAll();
    throw error;
  }
  return {accounts, hadData: true, close: closeAll};
}

/** Replaces a wildcard address with the name of this machine. */
const urlHere = (url: string) => url.replace('//0.0.0.0:', `//${hostname()}:`).replace('//[::]:', `//${hostname()}:`);

async function openGiven({schema}: Catalog, options: StartOptions, given: GivenAccounts) {
  const {accounts: data, seed, givenLists, isRerun} = given;
  const adapter = {read: async () => data, write: async () => undefined};
  const accounts = await Accounts.open({
    schema,
    baseline: data.baseline,
    seed,
    givenLists,
    settings: settingsOf(options),
    ...(options.seedUntil !== undefined && {seedUntil: options.seedUntil}),
    adapter,
  });
  return {accounts, hadData: isRerun, close: async () => accounts.close()};
}

async function close(accounts: Accounts, store: DataFile | PostgresLog | undefined, exportOnExit: string | undefined) {
  const file = store instanceof DataFile ? store : undefined;
  try {
    if (exportOnExit !== undefined && accounts.refusal === undefined) {
      const {state} = await accounts.get(defaultAccount);
      writeWhole(exportOnExit, snapshotText(state, file?.seed ?? accounts.seed, accounts.schema));
    }
    if (file !== undefined) {
      await accounts.save();
    }
  } finally {
    accounts.close();
    await store?.close();
  }
}

const clockOf = ({now}: StartOptions) => (now === undefined ? machineClock : frozenClock(parseMoment(now)!));

async function generate(catalog: Catalog, options: StartOptions, capacities: CacheCapacities) {
  const {seed = defaultSeed, profile = 'default', constituents = profiles[profile], onProgress} = options;
  const until = endOfData(options.seedUntil, clockOf(options)) ?? dataEnd;
  checkMemory(`${constituents} constituents`, bytesOf(constituents));
  const account = options.fromAccount === undefined ? undefined : readFile(options.fromAccount).toString();
  const givenLists =
    account === undefined
      ? undefined
      : await listsFrom(account, options.fromAccount!, catalog, {
          base: generateRecords(catalog, {seed, constituents: 0, until}),
          now: new Calendar(until).opened,
        });
  const more = {givenLists, ...(onProgress && {onProgress})};
  const records = await generatedData(catalog, {seed, constituents, until, account}, capacities, more);
  return {baseline: {records, clock: clockOf(options)}, seed, givenLists};
}

async function load(file: string, {schema}: Catalog, options: StartOptions) {
  const {state, seed} = await naming(file, () => readSnapshot(readFile(file), schema));
  const baseline = options.now === undefined ? state : {...state, clock: clockOf(options)};
  return {baseline, seed, givenLists: undefined};
}

/** The inputs that determine generated data exactly. */
interface GeneratedData {
  readonly seed: number;
  readonly constituents: number;
  /** `<YYYY-MM-DD>` */
  readonly until: string;
  /** The file of an account whose lists are used. */
  readonly account: string | undefined;
}

/**
 * The latest generated data in this process, held weakly. A suite that starts a sandbox for each test shares the same
 * trees at no cost. Bench: `starts`, "the next start in a process".
 */
const latestOf = memoizeWeakly((_catalog: Catalog): {key?: string; records?: WeakRef<Records>} => ({}));

async function generatedData(
  catalog: Catalog,
  wanted: GeneratedData,
  capacities: CacheCapacities,
  more: Pick<FixtureOptions, 'givenLists' | 'onProgress'>,
): Promise<Records> {
  const key = JSON.stringify(wanted);
  const latest = latestOf(catalog);
  const known = capacities.generatedData > 0 && latest.key === key ? latest.records?.deref() : undefined;
  if (known !== undefined) {
    return known;
  }
  const records =
    (isUsual(wanted) ? preparedRecords(catalog) : undefined) ??
    (await runHeavy(() => runInTurns(generateInChunks(catalog, {...wanted, ...more}))));
  Object.assign(latest, {key, records: new WeakRef(records)});
  return records;
}

const isUsual = ({seed, constituents, until, account}: GeneratedData): boolean =>
  seed === defaultSeed && constituents === profiles.default && until === dataEnd && account === undefined;
