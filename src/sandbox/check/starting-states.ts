import {type Dirent, readdirSync, statSync} from 'node:fs';
import path from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import type {AccountsData} from '../../accounts/change-log.js';
import {machineClock, moment} from '../../accounts/clock.js';
import type {Catalog} from '../../operations/kinds/catalog.js';
import type {AccountHandle} from '../account-handle.js';
import {CallNames} from './calls.js';
import {References} from './judge.js';
import {type ClientRun, type Runner, runOnce} from './run.js';
import {quiet, type StartingState} from './trials.js';
import {type CheckOptions, RefusedCheck} from './types.js';

export interface Given extends StartingState {
  readonly references: References;
  readonly first: ClientRun;
}

/** Runs the client twice without faults, each time from the same state. @throws RefusedCheck */
export async function startingState(
  catalog: Catalog,
  runner: Runner,
  accounts: AccountsData,
  onReference: CheckOptions['onReference'],
  folder: string,
): Promise<Given> {
  const atEnd = async (sandbox: AccountHandle) => onReference?.(sandbox);
  const first = await runOnce(runner, {accounts, isRerun: false, atEnd, folder: {to: folder}});
  refuseInterrupted(runner);
  refuseUnfit(first);
  const second = await runInAnotherSecond(runner, {accounts, isRerun: false}, first);
  refuseInterrupted(runner);
  if (second.code !== first.code) {
    throw new RefusedCheck(
      `${outputOf(second)}The command succeeds, and ends with ${second.code} when it runs from the same state again${filesText(first)}`,
    );
  }
  const names = namesOf(first, second);
  try {
    return {accounts, isRerun: false, names, references: new References(catalog, first, second, names), first};
  } catch (error) {
    throw error instanceof RefusedCheck ? new RefusedCheck(`${error.message}${filesText(first)}`) : error;
  }
}

export type SecondState = Awaited<ReturnType<typeof secondState>>;

/** Runs the client twice again, from the final state of the first run. */
export async function secondState(catalog: Catalog, runner: Runner, given: Given, folder: string) {
  const {accounts} = given.first;
  const run = {accounts, isRerun: true, change: quiet, folder: {from: folder}};
  const first = await runOnce(runner, run);
  const second = await runInAnotherSecond(runner, run, first);
  const names = namesOf(first, second);
  const changesNothing = first.code === 0 && first.recording.calls.every(({isWrite}) => !isWrite);
  const state = {accounts, isRerun: true, names, first, changesNothing, folder};
  const failed = [first, second].find(({code}) => code !== 0);
  if (failed !== undefined) {
    const reason = `the command ends with ${failed.code} when it runs a second time`;
    return {...state, references: undefined, reason};
  }
  try {
    return {...state, references: new References(catalog, first, second, names), reason: null};
  } catch (error) {
    return {...state, references: undefined, reason: (error as Error).message};
  }
}

/** Runs the client in a different second, so that values with the second of the run differ. */
async function runInAnotherSecond(runner: Runner, run: Parameters<typeof runOnce>[1], {window: {from}}: ClientRun) {
  const wait = 1000 - (moment(machineClock) - (from - (from % 1000)));
  await pause(Math.max(0, wait));
  return runOnce(runner, {change: quiet, ...run});
}

const namesOf = (first: ClientRun, second: ClientRun) =>
  new CallNames([first.recording.calls.map(({facts}) => facts), second.recording.calls.map(({facts}) => facts)]);

const outputOf = ({output}: ClientRun): string => (output.trim() === '' ? '' : `${output.trimEnd()}\n`);

function filesText({window: {from}}: ClientRun): string {
  const files = newFiles(process.cwd(), from);
  return files.length === 0
    ? ''
    : `. The command wrote ${files.join(', ')}: keep what a run remembers in the folder CRM_SANDBOX_CHECK_DIR, or remove it with --before`;
}

function refuseInterrupted({signal}: Runner): void {
  if (signal.aborted) {
    throw new RefusedCheck('The check was ended before its first two runs were complete');
  }
}

/** @throws RefusedCheck if the first run has nothing to compare */
function refuseUnfit(run: ClientRun): void {
  const {code, recording} = run;
  const {requests, calls, refused} = recording;
  recording.checkLength();
  if (code !== 0) {
    throw new RefusedCheck(`${outputOf(run)}Without any fault the command ends with ${code}; it must succeed first`);
  }
  if (requests === 0) {
    throw new RefusedCheck(
      'The command sent no request to CRM_SANDBOX_URL; let it take the URL and CRM_SANDBOX_KEY from its environment',
    );
  }
  if (calls.some(({isWrite}) => isWrite)) {
    return;
  }
  const statuses = [...refused.keys()].sort().join(', ');
  throw new RefusedCheck(
    statuses === ''
      ? 'The command changes nothing, so that a fault can do no harm'
      : `Every write of the command was refused, with ${statuses}; nothing is left to break`,
  );
}

/** Maximum number of entries to inspect, and of files to name. */
const [maxEntries, maxListed] = [20_000, 5];

const skipped = new Set(['node_modules', '.git']);

/** Lists files below a folder that were written after a time, in milliseconds since 1970. */
function newFiles(folder: string, since: number): string[] {
  const found: string[] = [];
  const folders = [folder];
  let left = maxEntries;
  for (let next = folders.shift(); next !== undefined && found.length < maxListed; next = folders.shift()) {
    for (const entry of entriesOf(next).slice(0, left)) {
      const file = path.join(next, entry.name);
      left -= 1;
      if (entry.isDirectory() && !skipped.has(entry.name)) {
        folders.push(file);
      } else if (entry.isFile() && (statSync(file, {throwIfNoEntry: false})?.mtimeMs ?? 0) >= since) {
        found.push(path.relative(folder, file));
      }
    }
  }
  return found.slice(0, maxListed);
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, {withFileTypes: true});
  } catch {
    return [];
  }
}
