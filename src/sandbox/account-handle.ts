import type {Profile} from '../../fixtures/index.js';
import {type Accounts, accountName, defaultAccount} from '../accounts/accounts.js';
import {machineClock, moment, timestamp} from '../accounts/clock.js';
import type {Submission} from '../accounts/submissions.js';
import {type AdminContext, executeAdmin, type SandboxParts} from '../admin/admin-operation.js';
import {type ClockBody, type ClockStatus, setClock, showClock} from '../admin/clock.js';
import type {FaultStatus} from '../admin/faults.js';
import {resetAccount} from '../admin/reset.js';
import {seedAccount} from '../admin/seed.js';
import {restoreState, saveSnapshot} from '../admin/snapshots.js';
import {type Diff, type DiffRange, diffOf} from '../admin/states/diff.js';
import {type AccountStatus, type SandboxStatus, showSandbox} from '../admin/status.js';
import {listSubmissions} from '../admin/submissions.js';
import {conflict, unprocessableEntity} from '../errors.js';
import type {ExchangeBus} from '../exchanges/bus.js';
import type {Control} from '../exchanges/control.js';
import type {FaultRule} from '../faults/rules/rule-schema.js';
import type {Replaying} from '../http/request-state.js';
import {assumeForm} from '../schema/assume.js';
import {quote} from '../schema/fields.js';
import {type Assume, assumptionsOf} from '../settings.js';
import {type ArmedFault, armFault, statuses} from './fault-handle.js';
import {
  type FindingsHandle,
  findingsHandle,
  type RequestsHandle,
  requestsHandle,
  type VerifyHandle,
  verifyHandle,
} from './requests-handle.js';

/** Options for generated data, or records to load. */
export type SeedRequest =
  | {readonly seed?: number; readonly seed_until?: string; readonly profile?: Profile; readonly baseline?: boolean}
  | {readonly seed?: number; readonly seed_until?: string; readonly constituents?: number; readonly baseline?: boolean}
  | {
      /** By kind, in API format: `{constituents: [{$id: 'ada', ...}], gifts: [{constituent_id: '$ada', ...}]}`. */
      readonly records: Readonly<Record<string, readonly object[]>>;
      /** Default: merge */
      readonly mode?: 'merge' | 'replace';
      readonly baseline?: boolean;
    };

/** The clock of one account. It determines every timestamp, the current date and which constituents are lapsed. */
export interface ClockHandle {
  /** The current time: `<YYYY-MM-DDTHH:MM:SSZ>` */
  now(): Promise<string>;
  /** Freezes the clock, at the given time or now. */
  freeze(at?: string): Promise<ClockStatus>;
  /** Lets the clock run, from the given time or from its current one. */
  run(from?: string): Promise<ClockStatus>;
  /** Sets the time; the clock stays frozen or running. */
  set(to: string): Promise<ClockStatus>;
  /** Moves the time. @param duration ISO 8601: `P1D`, `PT2H30M`, `-P1M` */
  advance(duration: string): Promise<ClockStatus>;
  /** Advances a frozen clock with each write; null turns this off. @param step ISO 8601: `PT1S` */
  tick(step: string | null): Promise<ClockStatus>;
}

export interface ResetOptions {
  readonly keep?: ReadonlyArray<'faults' | 'requests'>;
}

/** An account, accessed from the process that serves it. Methods reject with the same messages as the HTTP API. */
export interface AccountHandle extends FindingsHandle, RequestsHandle, VerifyHandle {
  readonly name: string;
  /** A key for this account. */
  readonly key: string;
  readonly clock: ClockHandle;
  /** Returns record counts, the clock and the active settings. */
  status(): Promise<SandboxStatus>;
  /**
   * Resets the account to its baseline, or empties it. Fast at any size.
   * @param options parts to keep: `{keep: ['faults']}`
   */
  reset(to?: 'baseline' | 'empty', options?: ResetOptions): Promise<AccountStatus>;
  /**
   * Saves the current state under a name or, with `of`, the state after a request (`request:142`) or before it
   * (`before:142`). Fast at any size.
   */
  snapshot(name: string, options?: {readonly of?: string}): Promise<void>;
  /** Restores a snapshot, or the state before (`before:142`) or after (`request:142`) a request. Repeatable. */
  restore(to: string): Promise<AccountStatus>;
  /** Generates data, or loads the given records. */
  seed(request: SeedRequest): Promise<AccountStatus>;
  /**
   * Returns the records created, changed and deleted since a snapshot or request (`request:142`); default: the
   * baseline. `to` limits the range: `diff({from: 'before:142', to: 'request:150'})`.
   */
  diff(from?: string | DiffRange): Promise<Diff>;
  /**
   * Adds a fault, as an object or in short form: `'createGift#2:lost'`.
   * @returns a function that removes the fault; `await using` removes it at the end of the scope
   */
  fault(rule: string | FaultRule): Promise<ArmedFault>;
  /** Returns the active faults with the requests that they affected. */
  faults(): Promise<readonly FaultStatus[]>;
  /** Returns the form submissions since the data was last replaced, the latest last. */
  submissions(): Promise<readonly Submission[]>;
}

/** @throws if the name is not a valid account name */
function checkName(name: string): void {
  if (!accountName.test(name)) {
    throw unprocessableEntity(
      `An account's name is made of letters, digits, '.', '_' and '-', 64 at most; ${quote(name)} is not`,
    );
  }
}

/** The parts that all accounts of a sandbox share. */
export interface Shared extends SandboxParts {
  readonly closing: AbortSignal;
  readonly replaying?: Replaying | undefined;
}

export interface AccountOptions {
  /** Assumptions that override those of the sandbox: two accounts can behave differently side by side. */
  readonly assume?: Assume;
}

/**
 * Creates an account from the baseline with its own assumptions.
 * @throws TypeError for an unknown assumption, ApiError if the account exists
 */
export function makeAccount(name: string, {assume}: AccountOptions, {accounts, exchanges}: Shared): Promise<void> {
  checkName(name);
  const error = assume === undefined ? undefined : assumeForm.safeParse(assume).error;
  if (error !== undefined) {
    throw new TypeError(`account: assume: ${error.issues.map(({message}) => message).join('; ')}`);
  }
  if (accounts.has(name)) {
    throw conflict(`There is an account ${quote(name)} already, and what it assumes is settled`);
  }
  const {settings, startOfNew} = accounts;
  const own = {...settings, assume: assumptionsOf(assume, settings.assume)};
  const told = {body: {name, ...(assume !== undefined && {assume})}};
  return accounts.fork(name, startOfNew, undefined, own).then(() => tellOf(exchanges, accounts, 'createAccount', told));
}

/** Publishes a change through the handle as the corresponding `/_sandbox` operation would. */
export function tellOf(
  exchanges: ExchangeBus,
  accounts: Accounts,
  operation: 'createAccount' | 'deleteAccount' | 'addFaults',
  asked: Partial<Pick<Control, 'params' | 'body'>>,
  account = defaultAccount,
): void {
  const {clock} = accounts.find(account) ?? accounts.baseline;
  const at = timestamp(clock);
  exchanges.publishControl({
    operation,
    account,
    all: false,
    params: {},
    query: {},
    ...asked,
    commits: [{account, at, order: exchanges.nextOrder()}],
    receivedAt: moment(machineClock),
  });
}

/** @param made settles when the account is created; without it, the first access creates the account */
export function handleOf(name: string, shared: Shared, key: string, made?: Promise<void>): AccountHandle {
  checkName(name);
  made?.catch(() => undefined); // each method reports it
  const context = async () => {
    await made;
    const account = await shared.accounts.get(name);
    return {...shared, account, targets: [account], isForAll: false, signal: shared.closing};
  };
  return {
    name,
    key,
    clock: clockHandle(context),
    status: async () => executeAdmin(showSandbox, await context(), {}),
    reset: async (to, {keep} = {}) =>
      executeAdmin(resetAccount, await context(), {body: {to}, ...(keep?.length && {query: {keep: keep.join()}})}),
    snapshot: async (name, {of} = {}) => {
      await executeAdmin(saveSnapshot, await context(), {params: {name}, query: {of}});
    },
    restore: async to => executeAdmin(restoreState, await context(), {query: {to}}),
    seed: async request => executeAdmin(seedAccount, await context(), {body: request}),
    diff: async from => diffOf(await context(), typeof from === 'object' ? from : {from}),
    fault: async rule => {
      const armed = await armFault(rule, context);
      tellOf(shared.exchanges, shared.accounts, 'addFaults', {body: {rules: [rule]}}, name);
      return armed;
    },
    faults: () => statuses(context),
    ...findingsHandle(context),
    ...requestsHandle(name, shared.exchanges, context),
    ...verifyHandle(context),
    submissions: async () => (await executeAdmin(listSubmissions, await context(), {})).submissions,
  };
}

function clockHandle(context: () => Promise<AdminContext>): ClockHandle {
  const change = async (body: ClockBody) => executeAdmin(setClock, await context(), {body});
  return {
    now: async () => (await executeAdmin(showClock, await context(), {})).now,
    freeze: now => change({mode: 'frozen', now}),
    run: now => change({mode: 'running', now}),
    set: now => change({now}),
    advance: advance => change({advance}),
    tick: tick => change({tick}),
  };
}
