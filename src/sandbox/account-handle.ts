import type {Profile} from '../../fixtures/index.js';
import {accountName, type Sandbox} from '../accounts/sandbox.js';
import {type AdminInput, type AdminOperation, executeAdmin} from '../admin/admin-operation.js';
import type {describeClock} from '../admin/clock.js';
import type {Diff} from '../admin/diff.js';
import {adminOperations} from '../admin/index.js';
import type {describeAccount, describeSandbox} from '../admin/status.js';
import {unprocessableEntity} from '../errors.js';
import type {Catalog} from '../operations/kinds/catalog.js';
import {quote} from '../schema/fields.js';
import type {Settings} from '../settings.js';

/** What an account holds, and the clock it goes by. */
export type AccountStatus = ReturnType<typeof describeAccount>;

/** The same, and how the sandbox was told to behave. */
export type SandboxStatus = ReturnType<typeof describeSandbox>;

export type ClockStatus = ReturnType<typeof describeClock>;

/** What `seed` generates, or the records that it loads. */
export type SeedRequest =
  | {readonly seed?: number; readonly profile?: Profile; readonly baseline?: boolean}
  | {readonly seed?: number; readonly constituents?: number; readonly baseline?: boolean}
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
  now(): string;
  /** Stands still from now on, at this moment if one is given. */
  freeze(at?: string): ClockStatus;
  /** Runs from now on, from this moment if one is given. */
  run(from?: string): ClockStatus;
  /** Shows another moment, standing or running as before. */
  set(to: string): ClockStatus;
  /** @param duration ISO 8601: `P1D`, `PT2H30M`, `-P1M` */
  advance(duration: string): ClockStatus;
  /** Moves a frozen clock with each write; null ends it. @param step ISO 8601: `PT1S` */
  tick(step: string | null): ClockStatus;
}

/** One account, from inside the process that serves it. What it refuses it throws, with the same words as over HTTP. */
export interface AccountHandle {
  readonly name: string;
  /** A key that opens it. */
  readonly key: string;
  readonly clock: ClockHandle;
  /** What it holds now, and the settings in force. */
  status(): SandboxStatus;
  /** Back to the state it started from, or to a bare account: costs the same at any size. */
  reset(to?: 'baseline' | 'empty'): AccountStatus;
  /** Keeps the present state under a name; costs the same at any size. */
  snapshot(name: string): void;
  /** Back to a snapshot, as often as you like. */
  restore(name: string): AccountStatus;
  /** Generates data, or loads records that are given. */
  seed(request: SeedRequest): AccountStatus;
  /** What was created, changed and deleted since a snapshot; since the baseline where none is named. */
  diff(from?: string): Diff;
}

type Ask = Partial<Pick<AdminInput<unknown>, 'params' | 'query' | 'body'>>;

/** @throws where a name can be no account's */
function checkName(name: string): void {
  if (!accountName.test(name)) {
    throw unprocessableEntity(
      `An account's name is made of letters, digits, '.', '_' and '-', 64 at most; ${quote(name)} is not`,
    );
  }
}

/** What all accounts of one sandbox have in common. */
interface Shared {
  readonly sandbox: Sandbox;
  readonly settings: Settings;
  readonly catalog: Catalog;
}

/** @param name of an account, which is made when it is first asked for */
export function handleOf(name: string, {sandbox, settings, catalog}: Shared, key: string): AccountHandle {
  checkName(name);
  const ask = <T>(id: string, {params = {}, query = {}, body = {}}: Ask = {}): T => {
    const account = sandbox.account(name);
    const adminOperation = adminOperations.find(adminOperation => adminOperation.id === id) as AdminOperation;
    return executeAdmin(adminOperation, {
      sandbox,
      settings,
      catalog,
      account,
      accounts: [account],
      params,
      query,
      body,
      rawBody: '',
    }) as T;
  };
  const setClock = (body: object) => ask<ClockStatus>('setClock', {body});
  return {
    name,
    key,
    clock: {
      now: () => ask<ClockStatus>('showClock').now,
      freeze: now => setClock({mode: 'frozen', now}),
      run: now => setClock({mode: 'running', now}),
      set: now => setClock({now}),
      advance: advance => setClock({advance}),
      tick: tick => setClock({tick}),
    },
    status: () => ask('showSandbox'),
    reset: to => ask('reset', {body: {to}}),
    snapshot: name => {
      ask('saveSnapshot', {params: {name}});
    },
    restore: name => ask('restoreSnapshot', {params: {name}}),
    seed: request => ask('seed', {body: request}),
    diff: from => ask('showDiff', {query: {from}}),
  };
}
