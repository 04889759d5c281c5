import {existsSync, renameSync} from 'node:fs';
import {defaultAccount} from '../../accounts/accounts.js';
import type {KeptAccount} from '../../accounts/change-log.js';
import {machineClock, moment} from '../../accounts/clock.js';
import type {Schema} from '../../store/schema.js';
import {readIfThere} from '../replace-file.js';
import {naming, SnapshotError} from '../snapshot/snapshot-error.js';
import {type ReadSnapshot, readSnapshot} from '../snapshot/snapshot-format.js';
import type {Entry} from './entries.js';
import {type ReadLog, readLog} from './log-file.js';
import {Replay} from './replay.js';
import {verifiedKept} from './verify-kept.js';

export const logNameOf = (file: string) => `${file}.log`;

/** The former name of the log, which is still read once. */
export const oldLogNameOf = (file: string) => `${file}.journal`;

export interface LoadOptions {
  readonly schema: Schema;
  /** True to load the intact part of damaged or incomplete data. */
  readonly recover?: boolean;
  /** Called with a description of recovered data. */
  readonly onNotice?: (notice: string) => void;
}

export interface LoadedData {
  readonly kept: Map<string, KeptAccount>;
  readonly seed: number;
  /** The last hash of the log; null if no log can be continued. */
  readonly end: string | null;
}

/**
 * Loads all acknowledged changes, or fails.
 * @returns undefined if there is no file
 * @throws SnapshotError if anything is damaged or missing: it names the problem, place and number of safe changes
 */
export async function loadData(file: string, options: LoadOptions): Promise<LoadedData | undefined> {
  const bytes = readIfThere(file);
  const found = bytes && (await naming(file, () => readSnapshot(bytes, options.schema)));
  const isOld = found?.accounts === undefined && existsSync(oldLogNameOf(file));
  const name = isOld ? oldLogNameOf(file) : logNameOf(file);
  const log = await naming(name, () => readLog(name, isOld));
  const {entries, problem} = entriesAfter(found, log);
  if (problem !== undefined) {
    recoverWithout(name, problem, entries.length, options);
  }
  if (found === undefined) {
    return undefined;
  }
  const replay = new Replay(found.state, options.schema);
  const others = (found.accounts?.entries ?? []) as readonly Entry[];
  await naming(file, () => {
    for (const entry of others) {
      replay.apply(entry);
    }
  });
  await naming(name, () => {
    for (const {json} of entries) {
      const entry = JSON.parse(json) as Entry;
      replay.apply(isOld ? {...entry, account: defaultAccount} : entry);
    }
  });
  const end = isOld || problem !== undefined ? null : (log?.entries.at(-1)?.end ?? log?.headEnd ?? null);
  const now = moment(machineClock);
  const all = await naming(file, () => verifiedKept(replay.kept(), found.state, replay.common(), options.schema));
  const isThere = ({expiresAt}: KeptAccount) => expiresAt === undefined || expiresAt > now;
  const kept = new Map([...all].filter(([, account]) => isThere(account)));
  return {kept, seed: found.seed, end};
}

interface Sound {
  readonly entries: ReadLog['entries'];
  /** A problem of the log, if any. */
  readonly problem?: string;
}

/** The log's entries after the file was written. */
function entriesAfter(found: ReadSnapshot | undefined, log: ReadLog | undefined): Sound {
  if (log === undefined) {
    const isMissing = found?.accounts !== undefined;
    return {entries: [], ...(isMissing && {problem: 'it is missing, and changes may have been in it'})};
  }
  if (log.entries.length === 0 && log.damage === undefined) {
    return log;
  }
  const holds = `it holds changes (${log.entries.length} that are sound)`;
  if (found === undefined) {
    return {entries: [], problem: `${holds}, and the data file that they were made to is missing`};
  }
  const own = log.base === found.checksum ? log.entries : afterLink(log, found.accounts?.follows);
  if (own !== undefined) {
    return {entries: own, ...(log.damage !== undefined && {problem: log.damage})};
  }
  const why = found.checksum === undefined ? 'was edited, or lost its checksum, since' : 'is another one';
  return {entries: [], problem: log.damage ?? `${holds}, and the data file that they were made to ${why}`};
}

/** If the process was killed before the log was replaced, the file already includes part of the log. */
function afterLink({headEnd, entries}: ReadLog, follows: string | null | undefined): ReadLog['entries'] | undefined {
  const index = [headEnd, ...entries.map(({end}) => end)].indexOf(follows ?? '');
  return index < 0 ? undefined : entries.slice(index);
}

function recoverWithout(log: string, problem: string, safe: number, {recover = false, onNotice}: LoadOptions): void {
  const isSafe = `Safe are the data as the file was last written${safe > 0 ? `, and ${safe} changes since` : ''}`;
  if (!recover) {
    throw new SnapshotError(
      `${log}: The change log cannot be loaded: ${problem}. ${isSafe}. Put back a copy, or start with --recover to go on with what is safe; what is damaged stays, under another name`,
    );
  }
  const aside = setAside(log);
  onNotice?.(`${log}: ${problem}. ${isSafe}; the sandbox goes on with these${aside}`);
}

function setAside(file: string): string {
  if (!existsSync(file)) {
    return '';
  }
  let number = 1;
  while (existsSync(`${file}.damaged-${number}`)) {
    number += 1;
  }
  renameSync(file, `${file}.damaged-${number}`);
  return `. What is damaged is now ${file}.damaged-${number}`;
}
