import {mkdtempSync, rmdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import type {AccountState} from '../../accounts/account-state.js';
import type {Accounts} from '../../accounts/accounts.js';
import type {AccountsData} from '../../accounts/change-log.js';
import {frozenClock, machineClock, moment, timestamp} from '../../accounts/clock.js';
import type {ClientInfo} from '../../exchanges/exchange.js';
import {repeatingClient} from '../../findings/fields/repeating-clients.js';
import {makeFolder} from '../../persistence/make-folder.js';
import {type Assumptions, readAssume} from '../../settings.js';
import type {Shared} from '../handle-of.js';
import {checkCheckArguments} from '../options/check-arguments.js';
import {verdictOf} from './judge.js';
import {idOf, otherAssumptions, planOf} from './plan.js';
import {accountsFrom, type ClientRun, type OpenTrial, runOnce} from './run.js';
import {type Given, type SecondState, secondState, startingState} from './starting-states.js';
import {caseOf, KnownCases, quiet, type TrialContext, type Tried, traceOf, tryOne} from './trials.js';
import {
  type CheckCase,
  type CheckedCommand,
  type CheckOptions,
  type CheckResult,
  isUnknown,
  RefusedCheck,
  type Repeat,
  type RunClient,
} from './types.js';

/** Milliseconds. The minimum timeout of a trial. */
const usualPatience = 35_000;

/** The timeout as a multiple of the duration without faults. */
const patienceFactor = 5;

/** Runs the references and the trials. @throws RefusedCheck if the check is inconclusive */
export async function check(
  client: CheckedCommand | RunClient,
  options: CheckOptions = {},
  {accounts, catalog}: Pick<Shared, 'accounts' | 'catalog'>,
  open: OpenTrial,
): Promise<CheckResult> {
  checkCheckArguments(client, options);
  const signal = (options.signal ?? new AbortController().signal) as AbortSignal;
  const {before} = options;
  const runner = {open, client, before, operations: catalog.operations, seed: accounts.seed, signal};
  const temporary = mkdtempSync(path.join(tmpdir(), 'crm-sandbox-check-'));
  const folder = path.join(temporary, 'folder');
  const {traces} = options;
  try {
    if (traces !== undefined) {
      makeFolder(traces); // fail now rather than in the middle of the check
    }
    const given = await startingState(catalog, runner, accountsOf(accounts), options.onReference, folder);
    const again = await secondState(catalog, runner, given, folder);
    const {first} = given;
    const milliseconds = Math.max(durationOf(first), durationOf(again.first));
    const context: TrialContext = {
      runner,
      known: new KnownCases(options.cases ?? [], timestamp(machineClock).slice(0, 10)),
      limit: Math.max(options.patience ?? usualPatience, patienceFactor * milliseconds),
      isRerunnable: options.rerun === true || again.changesNothing,
      traces: traces === undefined ? undefined : {temporary, kept: traces},
    };
    return await resultOf(context, options, given, again, accounts.settings.assume);
  } finally {
    rmSync(temporary, {recursive: true, force: true});
    removeIfEmpty(traces);
  }
}

function removeIfEmpty(folder: string | undefined): void {
  try {
    rmdirSync(folder ?? '');
  } catch {} // it contains traces, or does not exist
}

const durationOf = ({window: {from, to}}: ClientRun): number => to - from;

/** Starts the default account from its baseline, with a frozen clock. */
function accountsOf(accounts: Accounts): AccountsData {
  const frozen = ({records, clock}: AccountState) => ({records, clock: frozenClock(moment(clock))});
  const baseline = frozen(accounts.startOfNew);
  return accountsFrom(accounts, {baseline, current: baseline}, ({baseline}) => {
    const current = frozen(baseline);
    return {current, baseline: current, snapshots: new Map()};
  });
}

interface Job {
  readonly id: string;
  run(): Promise<Tried>;
}

/** The trials of the whole run: a second run, and one for each assumption. */
function wholeRuns(context: TrialContext, assumed: Assumptions | undefined, given: Given, again: SecondState): Job[] {
  const {runner, limit, traces} = context;
  const whole = {call: null, site: null} as const;
  const twice = {...whole, id: idOf('twice'), check: 'twice', variant: '', start: 'given'} as const;
  const judgeTwice = async () => {
    const {code, output} = again.first;
    const records = given.references.compare(again.first, true);
    const verdict = verdictOf({...again.first, wasHit: true}, records);
    return caseOf({...context, traces: undefined}, twice, {verdict, code, records, output});
  };
  const assume = assumed === undefined ? [] : otherAssumptions(assumed);
  const matrix = assume.map(variant => {
    const identity = {...whole, id: idOf('assume', variant), check: 'assume', variant, start: 'given'} as const;
    const run = async () => {
      const change = {...quiet, ...traceOf(traces, identity.id), assume: {...assumed, ...readAssume(variant)}};
      const found = await runOnce(runner, {accounts: given.accounts, isRerun: false, limit, change});
      const {code, output} = found;
      const records = given.references.compare(found);
      const verdict = code === 0 && records.length === 0 ? 'healed' : 'depends';
      return caseOf(context, identity, {verdict, code, records, output});
    };
    return {id: identity.id, run};
  });
  return [{id: twice.id, run: judgeTwice}, ...matrix];
}

async function tryAll(context: TrialContext, options: CheckOptions, jobs: readonly Job[]): Promise<Map<string, Tried>> {
  const {signal} = context.runner;
  const {budget = Number.POSITIVE_INFINITY, onProgress} = options;
  const tried = new Map<string, Tried>();
  const began = performance.now();
  const waiting = [...jobs];
  let running = 0;
  const report = (change: number) => {
    running += change;
    const bad = [...tried.values()].filter(({isBad}) => isBad).length;
    onProgress?.({done: tried.size, total: jobs.length, running, bad});
  };
  const work = async () => {
    while (!signal.aborted && performance.now() - began < budget) {
      const job = waiting.shift();
      if (job === undefined) {
        return;
      }
      report(1);
      const found = await job.run();
      if (!signal.aborted) {
        tried.set(job.id, found);
      }
      report(-1);
    }
  };
  await Promise.all(Array.from({length: Math.max(1, options.jobs ?? usualJobs)}, work));
  return tried;
}

const usualJobs = 2;

async function resultOf(
  context: TrialContext,
  options: CheckOptions,
  given: Given,
  again: SecondState,
  assumed: Assumptions,
): Promise<CheckResult> {
  const {all = false, case: only, assumeMatrix, maxBad = 0} = options;
  const canKill = typeof context.runner.client !== 'function';
  const plan = planOf(given.first.recording, given.names, {start: 'given', all, canKill, firstSite: 0});
  const firstSite = plan.sites.length;
  const second = planOf(again.first.recording, again.names, {start: 'rerun', all, canKill, firstSite});
  const trials = [...plan.trials, ...second.trials];
  const jobs = [
    ...wholeRuns(context, assumeMatrix ? assumed : undefined, given, again),
    ...trials.map(trial => ({
      id: trial.id,
      run: () => tryOne(context, trial, trial.start === 'given' ? given : again),
    })),
  ].filter(({id}) => only === undefined || id === only);
  if (jobs.length === 0) {
    throw new RefusedCheck(`There is no case ${only}: the command sends other requests, or they come from other lines`);
  }
  const tried = await tryAll(context, options, jobs);
  const done = jobs.flatMap(({id}) => tried.get(id) ?? []);
  const judged = done.filter(({verdict}) => !isUnknown(verdict));
  const isJudged = only === undefined ? judged.some(({call}) => call !== null) : judged.length > 0;
  return {
    failed: done.filter(({isBad}) => isBad).length > maxBad || !isJudged,
    cases: done.map(({sent, ...one}) => ({...one, repeat: repeatIn({...one, sent}, done)})),
    sites: [...plan.sites, ...second.sites],
    volatile: [...given.references.volatile].sort(),
    skipped: jobs.flatMap(({id}) => (tried.has(id) ? [] : [id])),
    isRerunnable: context.isRerunnable,
    unusedCases: only === undefined ? context.known.unused : [],
    milliseconds: durationOf(given.first),
  };
}

/** Determines who repeated a call. Requires the trials on both kinds of connection. */
function repeatIn({check, call, site, sent}: Tried, tried: readonly Tried[]): CheckCase['repeat'] {
  if (check !== 'lost' || !sent?.repeats) {
    return null;
  }
  const same = tried.filter(other => other.check === 'lost' && other.site === site && other.call!.nth === call!.nth);
  const repeatsOn = (kind: string) => same.find(({variant}) => variant.includes(kind))?.sent?.repeats;
  return repeatOf({fresh: repeatsOn('fresh'), reused: repeatsOn('reused')}, sent.client);
}

/**
 * Determines who repeated a call after a lost response: the library, if it happens only on a reused connection, or if
 * the client is known for it.
 * @param repeats their number by connection; undefined if it was not tried
 */
export function repeatOf(
  {fresh, reused}: {readonly fresh: number | undefined; readonly reused: number | undefined},
  sender: ClientInfo,
): Repeat {
  const client = repeatingClient(sender);
  const isOnReusedOnly = fresh === 0 && reused === 1;
  const isKnown = client?.repeatsOn === 'both' && (fresh ?? 1) === 1 && (reused ?? 1) === 1;
  if (!isOnReusedOnly && !isKnown) {
    return {by: 'code or library', client: null, remedy: null};
  }
  const general = 'Send writes on fresh connections, or send an external id and search for it first.';
  return {by: 'library', client: client?.name ?? null, remedy: client?.remedy ?? general};
}
