import {copyFileSync, rmSync} from 'node:fs';
import path from 'node:path';
import type {AccountsData} from '../../accounts/change-log.js';
import type {ClientInfo, FullExchange} from '../../exchanges/exchange.js';
import {frameSeparator, framesOf} from '../../preload/caller/frames.js';
import type {StartOptions} from '../start-options.js';
import {CallFinder, type CallNames} from './calls.js';
import type {References} from './judge.js';
import {verdictOf} from './judge.js';
import type {Trial} from './plan.js';
import type {RecordedCall} from './recording.js';
import {type ClientRun, type Runner, runOnce} from './run.js';
import {type CheckCase, isBad, type KnownCase, type Step} from './types.js';

/** An initial state of trials, with the runs from it without faults. */
export interface StartingState {
  readonly accounts: AccountsData;
  readonly isRerun: boolean;
  readonly names: CallNames;
  /** Undefined, with a reason, if the runs without faults failed or differed. */
  readonly references: References | undefined;
  readonly reason?: string | null;
  /** The folder to copy to the client's own. */
  readonly folder?: string;
}

export interface TrialContext {
  readonly runner: Runner;
  readonly known: KnownCases;
  /** Milliseconds. */
  readonly limit: number;
  /** False if `kill` and `twice` are only reported. */
  readonly isRerunnable: boolean;
  /** Folders for the traces in progress and for those of bad cases. */
  readonly traces: {readonly temporary: string; readonly kept: string} | undefined;
}

const notCounted = 'reported only, because the command is not meant to run twice; --rerun makes it count';

/** The parts of a case that depend on its run. */
type Outcome = Pick<CheckCase, 'verdict' | 'code' | 'records' | 'output'> & Partial<CheckCase>;

/** Findings come only from the first run. */
export const quiet = {findings: {preset: 'off'}, suppressions: []} as const;

/** Completes a case: determines if it counts, and saves the trace of a bad one. */
export function caseOf(
  {known, isRerunnable, traces}: TrialContext,
  identity: Pick<CheckCase, 'id' | 'check' | 'variant' | 'start' | 'call' | 'site'>,
  outcome: Outcome,
): CheckCase {
  const {id, check} = identity;
  const isWrong = isBad(outcome.verdict);
  const counts = isRerunnable || (check !== 'kill' && check !== 'twice');
  const reason = isWrong ? known.reasonFor({...identity, ...outcome}) : null;
  return {
    steps: [],
    repeat: null,
    reason: isWrong && !counts ? notCounted : null,
    ...identity,
    ...outcome,
    known: reason,
    isBad: isWrong && counts && reason === null,
    trace: traces === undefined || !isWrong ? null : keepTrace(traces, id),
  };
}

export const traceOf = (traces: TrialContext['traces'], id: string): StartOptions =>
  traces === undefined ? {} : {trace: path.join(traces.temporary, `${id}.trace.gz`)};

function keepTrace({temporary, kept}: NonNullable<TrialContext['traces']>, id: string): string {
  const name = `${id}.trace.gz`;
  copyFileSync(path.join(temporary, name), path.join(kept, name));
  rmSync(path.join(temporary, name));
  return path.join(kept, name);
}

/** A case with the facts that identify the sender of a repeated call. */
export interface Tried extends CheckCase {
  /** The number of times that the call was repeated, and the client. */
  readonly sent?: {readonly repeats: number; readonly client: ClientInfo} | undefined;
}

export async function tryOne(context: TrialContext, trial: Trial, state: StartingState): Promise<Tried> {
  const {id, way, start, call, site, name, nthOfName} = trial;
  const {check, variant} = way;
  const {runner, limit, traces} = context;
  const {accounts, isRerun, folder, references, names} = state;
  const identity = {id, check, variant, start, call, site};
  if (references === undefined) {
    const reason = state.reason ?? null;
    return caseOf(context, identity, {verdict: 'not judged', code: null, records: [], output: '', reason});
  }
  const finder = () => new CallFinder(names, name, nthOfName);
  const run = await runOnce(runner, {
    accounts,
    isRerun,
    breakage: {...way, finder: finder()},
    limit,
    change: {...quiet, ...traceOf(traces, id)},
    ...(folder !== undefined && {folder: {from: folder}}),
  });
  const {code, output} = run;
  const [first, ...later] = callsFrom(run, finder());
  const isElsewhere = variant.includes('reused') && first?.isReused === false;
  const records = run.wasHit ? references.compare(run) : [];
  const verdict = isElsewhere ? 'not applicable' : verdictOf(run, records, way.kills);
  const steps = (first ? [first, ...later] : []).slice(0, maxSteps).map(stepOf);
  const reason = isElsewhere ? {reason: 'no connection is reused'} : {};
  const repeats = later.filter(({exchange}) => isSame(exchange, first!.exchange)).length;
  const sent = {repeats, client: first?.exchange.client ?? {}};
  return {...caseOf(context, identity, {verdict, code, records, output, steps, ...reason}), sent};
}

const maxSteps = 12;

function callsFrom({recording: {calls}}: ClientRun, finder: CallFinder): readonly RecordedCall[] {
  const index = calls.findIndex(({exchange}) => finder.isCall(exchange));
  return index === -1 ? [] : calls.slice(index);
}

const isSame = (one: FullExchange, other: FullExchange): boolean =>
  one.method === other.method && one.url === other.url && one.rawBody === other.rawBody;

function stepOf({exchange, isWrite}: RecordedCall): Step {
  const {method, url, client, status, fault} = exchange;
  const wasServed = fault === undefined || fault.committed;
  return {
    method,
    url,
    caller: client.caller ?? null,
    status: fault === undefined ? status : wasServed ? 200 : 0,
    received: receivedBy(exchange),
    isStored: isWrite,
  };
}

function receivedBy({status, fault}: FullExchange): string {
  if (status === 0) {
    return 'no response';
  }
  const parts: Readonly<Record<string, string>> = {wrong_type: 'with an HTML page', truncate: 'with a body cut short'};
  return [status, fault && parts[fault.kind]].filter(part => part !== undefined).join(' ');
}

/** `src/crm.js:8 < src/donate.js:31` without line numbers, which change. */
const withoutLines = (chain: string): string =>
  framesOf(chain)
    .map(frame => frame.replace(/:\d+$/, ''))
    .join(frameSeparator);

export class KnownCases {
  readonly #active: readonly KnownCase[];
  readonly #used = new Set<KnownCase>();

  /** @param today `<YYYY-MM-DD>` */
  constructor(
    private readonly all: readonly KnownCase[],
    today: string,
  ) {
    this.#active = all.filter(({until}) => until === undefined || until >= today);
  }

  /** @returns the reason of the entry that matches a bad case */
  reasonFor({call, check, verdict}: Pick<CheckCase, 'call' | 'check' | 'verdict'>): string | null {
    const chain = call?.caller ? withoutLines(call.caller) : '';
    const found = this.#active.find(
      known =>
        known.verdict === verdict &&
        (known.check === undefined || known.check === check) &&
        (known.operation === undefined || known.operation === call?.operation) &&
        (known.chain === undefined || known.chain === chain),
    );
    if (found !== undefined) {
      this.#used.add(found);
    }
    return found?.reason ?? null;
  }

  /** Lists entries without a matching case, and expired ones. */
  get unused(): string[] {
    return this.all
      .filter(known => !this.#used.has(known))
      .map(({chain, operation, check, verdict}) =>
        [chain, operation, check, verdict].filter(part => part !== undefined).join(' '),
      );
  }
}
