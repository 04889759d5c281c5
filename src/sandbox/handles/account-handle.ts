import type {Profile} from '../../../fixtures/index.js';
import {type Accounts, accountName, defaultAccount} from '../../accounts/accounts.js';
import {machineClock, moment, timestamp} from '../../accounts/clock.js';
import type {Submission} from '../../accounts/submissions.js';
import {type AdminContext, executeAdmin, type SandboxParts} from '../../admin/admin-operation.js';
import {type ClockBody, type ClockStatus, setClock, showClock} from '../../admin/clock.js';
import type {FaultStatus} from '../../admin/faults/describe-rule.js';
import {resetAccount} from '../../admin/reset.js';
import {seedAccount} from '../../admin/seed.js';
import {saveSnapshot} from '../../admin/snapshots.js';
import {type Diff, type DiffRange, diffOf} from '../../admin/states/diff.js';
import {restoreState} from '../../admin/states/restore-state.js';
import {type AccountStatus, type SandboxStatus, showSandbox} from '../../admin/status.js';
import {listSubmissions} from '../../admin/submissions.js';
import {conflict, unprocessableEntity} from '../../errors.js';
import type {ExchangeBus} from '../../exchanges/bus.js';
import type {Control} from '../../exchanges/control.js';
import type {FaultRule} from '../../faults/rules/rule-schema.js';
import {assumeForm} from '../../schema/assume.js';
import {quote} from '../../schema/fields.js';
import {type Assume, assumptionsOf} from '../../settings.js';
import {type ArmedFault, armFault, statuses} from './fault-handle.js';
import {type FindingsHandle, findingsHandle} from './findings-handle.js';
import {type RequestsHandle, requestsHandle} from './requests-handle.js';
import {type VerifyHandle, verifyHandle} from './verify-handle.js';

/** What `seed` generates, or the records that it loads. */
export type SeedRequest =
  | {readonly seed?: number; readonly seed_until?: string; readonly profile?: Profile; readonly baseline?: boolean}
  | {readonly seed?: number; readonly seed_until?: string; readonly constituents?: number; readonly baseline?: boolean}
  | {
      /** By kind, in the wire's own shapes: `{constituents: [{$id: 'ada', ...}], gifts: [{constituent_id: '$ada', ...}]}`. */
      readonly records: Readonly<Record<string, readonly object[]>>;
      /** Default: merge */
      readonly mode?: 'merge' | 'replace';
      readonly baseline?: boolean;
    };

/** The time of one account: every timestamp, "today" and who is lapsed follow it. */
export interface ClockHandle {
  /** `<YYYY-MM-DDTHH:MM:SSZ>` */
  now(): Promise<string>;
  /** Stands still from now on, at this moment if one is given. */
  freeze(at?: string): Promise<ClockStatus>;
  /** Runs from now on, from this moment if one is given. */
  run(from?: string): Promise<ClockStatus>;
  /** Shows another moment, standing or running as before. */
  set(to: string): Promise<ClockStatus>;
  /** @param duration ISO 8601: `P1D`, `PT2H30M`, `-P1M` */
  advance(duration: string): Promise<ClockStatus>;
  /** Moves a frozen clock with each write; null ends it. @param step ISO 8601: `PT1S` */
  tick(step: string | null): Promise<ClockStatus>;
}

/** What a reset leaves as it is. */
export interface ResetOptions {
  readonly keep?: ReadonlyArray<'faults' | 'requests'>;
}

/** One account, from inside the process that serves it. What it refuses it rejects, with the same words as over HTTP. */
export interface AccountHandle extends FindingsHandle, RequestsHandle, VerifyHandle {
  readonly name: string;
  /** A key that opens it. */
  readonly key: string;
  readonly clock: ClockHandle;
  /** What it holds now, and the settings in force. */
  status(): Promise<SandboxStatus>;
  /**
   * Back to the state it started from, or to a bare account: costs the same at any size.
   * @param options what it leaves: `{keep: ['faults']}`
   */
  reset(to?: 'baseline' | 'empty', options?: ResetOptions): Promise<AccountStatus>;
  /**
   * Keeps the present state under a name, or with `of` that which stood around a request: `request:142` after it,
   * `before:142` before it. Costs the same at any size.
   */
  snapshot(name: string, options?: {readonly of?: string}): Promise<void>;
  /** Back to a snapshot, or to before a request, `before:142`, or to after one, `request:142`; as often as you like. */
  restore(to: string): Promise<AccountStatus>;
  /** Generates data, or loads records that are given. */
  seed(request: SeedRequest): Promise<AccountStatus>;
  /**
   * What was created, changed and deleted since a snapshot or a request, `request:142`; since the baseline where none is
   * named. With `to`, up to there: `diff({from: 'before:142', to: 'request:150'})`.
   */
  diff(from?: string | DiffRange): Promise<Diff>;
  /**
   * Arms a fault, as an object or in one word: `'createGift#2:lost'`.
   * @returns what removes it; with `await using` it goes by itself
   */
  fault(rule: string | FaultRule): Promise<ArmedFault>;
  /** The faults that are armed, with the requests that they hit. */
  faults(): Promise<readonly FaultStatus[]>;
  /** What forms sent to its listener since its data were last replaced, the latest last. */
  submissions(): Promise<readonly Submission[]>;
}

/** @throws where a name can be no account's */
function checkName(name: string): void {
  if (!accountName.test(name)) {
    throw unprocessableEntity(
      `An account's name is made of letters, digits, '.', '_' and '-', 64 at most; ${quote(name)} is not`,
    );
  }
}

/** What all accounts of one sandbox have in common. */
export interface Shared extends SandboxParts {
  /** Aborted when the sandbox is about to close. */
  readonly closing: AbortSignal;
}

/** What an account that is made by its handle has of its own. */
export interface AccountOptions {
  /** What it assumes, beside what the sandbox does: two accounts can answer differently side by side. */
  readonly assume?: Assume;
}

/**
 * Makes an account from the baseline that assumes something of its own.
 * @throws TypeError where there is no such assumption, ApiError where there is an account of the name
 */
export function makeAccount(name: string, {assume}: AccountOptions, {accounts, exchanges}: Shared): void {
  checkName(name);
  const {error} = assumeForm.safeParse(assume);
  if (error !== undefined) {
    throw new TypeError(`account: assume: ${error.issues.map(({message}) => message).join('; ')}`);
  }
  if (accounts.has(name)) {
    throw conflict(`There is an account ${quote(name)} already, and what it assumes is settled`);
  }
  const {settings, baseline} = accounts;
  accounts.fork(name, baseline, undefined, {...settings, assume: assumptionsOf(assume, settings.assume)});
  tellOf(exchanges, accounts, 'createAccount', {body: {name, ...(assume !== undefined && {assume})}});
}

/** Tells of an account that came or went in another way than by `/_sandbox`, as of what that would have done. */
export function tellOf(
  exchanges: ExchangeBus,
  accounts: Accounts,
  operation: 'createAccount' | 'deleteAccount',
  asked: Partial<Pick<Control, 'params' | 'body'>>,
): void {
  const {clock} = accounts.has(defaultAccount) ? accounts.get(defaultAccount) : accounts.baseline;
  const at = timestamp(clock);
  exchanges.publishControl({
    operation,
    account: defaultAccount,
    all: false,
    params: {},
    query: {},
    ...asked,
    commits: [{account: defaultAccount, at, order: exchanges.nextOrder()}],
    receivedAt: moment(machineClock),
  });
}

/** @param name of an account, which is made when it is first asked for */
export function handleOf(name: string, {closing, ...shared}: Shared, key: string): AccountHandle {
  checkName(name);
  const context = () => {
    const account = shared.accounts.get(name);
    return {...shared, account, targets: [account], isForAll: false, signal: closing};
  };
  return {
    name,
    key,
    clock: clockHandle(context),
    status: async () => executeAdmin(showSandbox, context(), {}),
    reset: async (to, {keep} = {}) =>
      executeAdmin(resetAccount, context(), {body: {to}, ...(keep && keep.length > 0 && {query: {keep: keep.join()}})}),
    snapshot: async (name, {of} = {}) => {
      await executeAdmin(saveSnapshot, context(), {params: {name}, query: {of}});
    },
    restore: async to => executeAdmin(restoreState, context(), {query: {to}}),
    seed: async request => executeAdmin(seedAccount, context(), {body: request}),
    diff: async from => diffOf(context(), typeof from === 'object' ? from : {from}),
    fault: async rule => armFault(rule, context),
    faults: () => statuses(context),
    ...findingsHandle(context),
    ...requestsHandle(name, context),
    ...verifyHandle(context),
    submissions: async () => (await executeAdmin(listSubmissions, context(), {})).submissions,
  };
}

function clockHandle(context: () => AdminContext): ClockHandle {
  const change = async (body: ClockBody) => executeAdmin(setClock, context(), {body});
  return {
    now: async () => (await executeAdmin(showClock, context(), {})).now,
    freeze: now => change({mode: 'frozen', now}),
    run: now => change({mode: 'running', now}),
    set: now => change({now}),
    advance: advance => change({advance}),
    tick: tick => change({tick}),
  };
}
