import {cpSync, mkdtempSync, rmSync} from 'node:fs';
import type {RequestListener} from 'node:http';
import {tmpdir} from 'node:os';
import path from 'node:path';
import type {Account} from '../../accounts/account.js';
import type {Accounts} from '../../accounts/accounts.js';
import {type AccountsData, assumedBeside, type KeptAccount} from '../../accounts/change-log.js';
import {machineClock, moment} from '../../accounts/clock.js';
import {type Rule, readRule} from '../../faults/rules/read-rules.js';
import type {Operation} from '../../operations/operation.js';
import type {AccountHandle} from '../account-handle.js';
import {environmentOf} from '../command/environment.js';
import type {Led} from '../command/intercepted.js';
import {killed, runCaptured} from '../command/run-captured.js';
import type {Shared} from '../handle-of.js';
import type {GivenAccounts} from '../open-sandbox.js';
import type {StartOptions} from '../start-options.js';
import type {CallFinder} from './calls.js';
import type {TrialWay} from './plan.js';
import {Recording} from './recording.js';
import type {Window} from './reference.js';
import {type CheckedCommand, RefusedCheck, type RunClient} from './types.js';

/** The parts of a sandbox that differ in a trial. */
export interface TrialWiring extends GivenAccounts {
  /** Rules that no reset removes. */
  readonly rules: readonly Rule[];
  around(listener: RequestListener): RequestListener;
}

interface TrialSandbox extends AccountHandle {
  readonly url: string;
  readonly interception?: Led;
  close(): Promise<void>;
}

/** Starts a sandbox with the options of the checked one, except for `change`. */
export type OpenTrial = (
  change: StartOptions,
  wiring: TrialWiring,
) => Promise<{readonly sandbox: TrialSandbox; readonly shared: Shared}>;

export interface Runner {
  readonly open: OpenTrial;
  readonly client: CheckedCommand | RunClient;
  readonly before: string | undefined;
  readonly operations: readonly Operation[];
  readonly seed: number;
  /** Aborted if the user ends the check. */
  readonly signal: AbortSignal;
}

/** The fault of a run, and the call to which it applies. */
type Breakage = Pick<TrialWay, 'fault' | 'lasts' | 'isFresh' | 'kills'> & {readonly finder: CallFinder};

interface RunSettings {
  readonly accounts: AccountsData;
  readonly isRerun: boolean;
  readonly breakage?: Breakage;
  /** Milliseconds; no limit if omitted. */
  readonly limit?: number;
  readonly change?: StartOptions;
  /** Folders for initializing the client's folder and for saving it afterwards. */
  readonly folder?: {readonly from?: string; readonly to?: string};
  /** Called before the sandbox closes. */
  readonly atEnd?: (sandbox: AccountHandle) => Promise<void>;
}

export interface ClientRun {
  /** Null if the command exceeded its time limit. */
  readonly code: number | null;
  readonly output: string;
  readonly recording: Recording;
  readonly window: Window;
  readonly accounts: AccountsData;
  /** True if the run reached the call to break. */
  readonly wasHit: boolean;
}

/** Runs the client once in a separate sandbox. @throws RefusedCheck if the `before` command fails */
export async function runOnce(runner: Runner, options: RunSettings): Promise<ClientRun> {
  const {breakage, change = {}, folder: kept = {}} = options;
  const gate = new Gate(breakage?.isFresh ?? false);
  const wiring = {...options, seed: runner.seed, rules: rulesOf(runner, breakage), around: gate.around};
  const {sandbox, shared} = await runner.open(change, wiring);
  const recording = new Recording(shared.accounts, shared.journal);
  shared.exchanges.subscribe(recording.read);
  const folder = mkdtempSync(path.join(tmpdir(), 'crm-sandbox-check-'));
  copyFolder(kept.from, folder);
  try {
    const access = {sandbox, folder};
    const from = moment(machineClock);
    const death = new AbortController();
    if (breakage?.kills) {
      shared.exchanges.subscribe(exchange => {
        const isCall = breakage.fault === undefined ? breakage.finder.isCall(exchange) : exchange.fault?.id === ruleId;
        if (isCall) {
          gate.isShut = true;
          setTimeout(() => death.abort(killed), breakage.fault === undefined ? timeToRead : 0);
        }
      });
    }
    let end = await runClient(runner, access, options.limit, death.signal);
    gate.isShut = false;
    if (breakage?.kills && breakage.finder.isFound) {
      end = await runClient(runner, access, options.limit);
    }
    copyFolder(folder, kept.to);
    await options.atEnd?.(sandbox);
    await sandbox.close();
    const window = {from, to: moment(machineClock)};
    const {baseline, current} = options.accounts;
    const accounts = accountsFrom(shared.accounts, {baseline, current}, account => ({
      current: account.state,
      baseline: account.baseline,
      snapshots: account.snapshots,
    }));
    return {...end, recording, window, accounts, wasHit: breakage?.finder.isFound ?? false};
  } finally {
    await sandbox.close();
    rmSync(folder, {recursive: true, force: true});
  }
}

function copyFolder(from: string | undefined, to: string | undefined): void {
  if (from !== undefined && to !== undefined) {
    cpSync(from, to, {recursive: true});
  }
}

/** Milliseconds that the client has to read the response before it is killed. */
const timeToRead = 100;

const ruleId = 'check';

function rulesOf({operations}: Runner, breakage: Breakage | undefined): TrialWiring['rules'] {
  if (breakage?.fault === undefined) {
    return [];
  }
  const {finder, lasts = false} = breakage;
  const rule = readRule(breakage.fault, operations, 'check');
  return [{...rule, id: ruleId, matches: request => finder.isCall(request) || (lasts && finder.isFound)}];
}

/** Holds all requests and responses of the sandbox while it is closed. */
class Gate {
  isShut = false;

  constructor(private readonly isFresh: boolean) {}

  readonly around =
    (listener: RequestListener): RequestListener =>
    (request, response) => {
      if (this.isShut) {
        return;
      }
      if (this.isFresh) {
        response.shouldKeepAlive = false;
      }
      listener(request, response);
    };
}

type ClientEnd = Pick<ClientRun, 'code' | 'output'>;

interface Access {
  readonly sandbox: Awaited<ReturnType<OpenTrial>>['sandbox'];
  readonly folder: string;
}

async function runClient(
  runner: Runner,
  access: Access,
  limit: number | undefined,
  death?: AbortSignal,
): Promise<ClientEnd> {
  const tooLong = new AbortController();
  const timer = limit === undefined ? undefined : setTimeout(() => tooLong.abort(), limit);
  const signal = AbortSignal.any([runner.signal, tooLong.signal, ...(death ? [death] : [])]);
  try {
    const end = await start(runner, access, signal);
    return tooLong.signal.aborted ? {...end, code: null} : end;
  } finally {
    clearTimeout(timer);
  }
}

async function start({client, before}: Runner, {sandbox, folder}: Access, signal: AbortSignal): Promise<ClientEnd> {
  const {url, key, interception} = sandbox;
  const further = {...('environment' in client && client.environment), CRM_SANDBOX_CHECK_DIR: folder};
  const environment = await environmentOf({url, key, interception, further});
  if (before !== undefined) {
    const {code, output} = await runCaptured([before], environment, signal, true);
    if (code !== 0 && !signal.aborted) {
      throw new RefusedCheck(`${output}The command of --before ends with ${code}: ${before}`);
    }
  }
  if (typeof client !== 'function') {
    return runCaptured(client.command, environment, signal);
  }
  const run = async () => client({url, key, folder, signal}); // a client may throw, or return a number
  const ended = run().then(
    code => ({code: typeof code === 'number' ? code : 0, output: ''}),
    (error: unknown) => ({code: 1, output: error instanceof Error ? (error.stack ?? error.message) : String(error)}),
  );
  const aborted = new Promise<ClientEnd>(resolve => {
    signal.addEventListener('abort', () => resolve({code: null, output: ''}), {once: true});
  });
  return Promise.race([ended, aborted]);
}

/**
 * The accounts of a sandbox as the initial data of another one.
 * @param unopened the initial states of unused accounts
 */
export function accountsFrom(
  accounts: Accounts,
  unopened: Pick<AccountsData, 'baseline' | 'current'>,
  partsOf: (account: Account) => Omit<KeptAccount, 'assume'>,
): AccountsData {
  const kept = accounts.all().map(account => {
    const assume = assumedBeside(accounts.settings, account.settings);
    return [account.name, {...partsOf(account), assume}] as const;
  });
  return {...unopened, kept: new Map(kept)};
}
