import type {Profile} from '../../fixtures/index.js';
import {type Accounts, accountName} from '../accounts/accounts.js';
import type {Submission} from '../accounts/submissions.js';
import {type AdminContext, executeAdmin} from '../admin/admin-operation.js';
import {type ClockBody, type ClockStatus, setClock, showClock} from '../admin/clock.js';
import {resetAccount} from '../admin/reset.js';
import {seedAccount} from '../admin/seed.js';
import {saveSnapshot} from '../admin/snapshots.js';
import {type Diff, type DiffRange, diffOf} from '../admin/states/diff.js';
import {restoreState} from '../admin/states/restore-state.js';
import {type AccountStatus, type SandboxStatus, showSandbox} from '../admin/status.js';
import {listSubmissions} from '../admin/submissions.js';
import {conflict, unprocessableEntity} from '../errors.js';
import type {ExchangeBus} from '../exchanges/bus.js';
import type {Journal} from '../exchanges/journal/journal.js';
import type {Caches} from '../operations/caches.js';
import type {Catalog} from '../operations/kinds/catalog.js';
import {assumeForm} from '../schema/assume.js';
import {quote} from '../schema/fields.js';
import {type Assume, assumptionsOf} from '../settings.js';
import {type RequestsHandle, requestsHandle} from './requests-handle.js';

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

/** One account, from inside the process that serves it. What it refuses it rejects, with the same words as over HTTP. */
export interface AccountHandle extends RequestsHandle {
  readonly name: string;
  /** A key that opens it. */
  readonly key: string;
  readonly clock: ClockHandle;
  /** What it holds now, and the settings in force. */
  status(): Promise<SandboxStatus>;
  /** Back to the state it started from, or to a bare account: costs the same at any size. */
  reset(to?: 'baseline' | 'empty'): Promise<AccountStatus>;
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
export interface Shared {
  readonly accounts: Accounts;
  readonly catalog: Catalog;
  readonly caches: Caches;
  readonly exchanges: ExchangeBus;
  readonly journal: Journal;
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
export function makeAccount(name: string, {assume}: AccountOptions, {accounts}: Shared): void {
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
    reset: async to => executeAdmin(resetAccount, context(), {body: {to}}),
    snapshot: async (name, {of} = {}) => {
      await executeAdmin(saveSnapshot, context(), {params: {name}, query: {of}});
    },
    restore: async to => executeAdmin(restoreState, context(), {query: {to}}),
    seed: async request => executeAdmin(seedAccount, context(), {body: request}),
    diff: async from => diffOf(context(), typeof from === 'object' ? from : {from}),
    ...requestsHandle(name, context),
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
