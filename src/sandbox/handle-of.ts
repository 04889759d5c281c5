import {type Accounts, accountName, defaultAccount} from '../accounts/accounts.js';
import {machineClock, moment, timestamp} from '../accounts/clock.js';
import {type AdminContext, executeAdmin, type SandboxParts} from '../admin/admin-operation.js';
import {type ClockBody, setClock, showClock} from '../admin/clock.js';
import {deleteFault, type FaultStatus, rulesOf} from '../admin/faults.js';
import {showCoverage} from '../admin/findings.js';
import {overridesIn, overridesOf} from '../admin/overrides.js';
import {listOf, setMark} from '../admin/requests/list.js';
import {replayRequest} from '../admin/requests/replay.js';
import {showRequest} from '../admin/requests/show.js';
import {resetAccount} from '../admin/reset.js';
import {seedAccount} from '../admin/seed.js';
import {restoreState, saveSnapshot} from '../admin/snapshots.js';
import {diffOf} from '../admin/states/diff.js';
import {showSandbox} from '../admin/status.js';
import {listSubmissions} from '../admin/submissions.js';
import {linesOf, type NearMiss, VerificationRefusal, type VerifyFailure} from '../admin/verify/failure.js';
import type {VerifyRequest} from '../admin/verify/verification.js';
import {verifyRequests} from '../admin/verify/verify.js';
import {conflict, type ErrorCode, InvalidArgumentError, unprocessableEntity} from '../errors.js';
import type {ExchangeBus} from '../exchanges/bus.js';
import type {Control} from '../exchanges/control.js';
import {queryOf} from '../exchanges/filters.js';
import type {FaultRule} from '../faults/rules/fault-rule.js';
import type {Override} from '../faults/rules/override.js';
import {readOverrides} from '../faults/rules/read-overrides.js';
import type {Replaying} from '../http/request-state.js';
import {assumeForm} from '../schema/assume.js';
import {quote} from '../schema/fields.js';
import {isObject} from '../schema/items.js';
import {assumptionsOf} from '../settings.js';
import type {
  AccountHandle,
  AccountOptions,
  ActiveMark,
  ArmedFault,
  ArmedOverrides,
  ClockHandle,
} from './account-handle.js';

type Context = () => Promise<AdminContext>;

function checkName(name: string): void {
  if (!accountName.test(name)) {
    throw unprocessableEntity(
      `An account's name is made of letters, digits, '.', '_' and '-', 64 at most; ${quote(name)} is not`,
    );
  }
}

export interface Shared extends SandboxParts {
  readonly closing: AbortSignal;
  readonly replaying?: Replaying | undefined;
}

/**
 * Creates an account from the baseline with its own assumptions.
 * @throws InvalidArgumentError for an unknown assumption, ApiError if the account exists
 */
export function makeAccount(name: string, {assume}: AccountOptions, {accounts, exchanges}: Shared): Promise<void> {
  checkName(name);
  const error = assume === undefined ? undefined : assumeForm.safeParse(assume).error;
  if (error !== undefined) {
    throw new InvalidArgumentError(`account: assume: ${error.issues.map(({message}) => message).join('; ')}`);
  }
  if (accounts.has(name)) {
    throw conflict(`There is an account ${quote(name)} already, and what it assumes is settled`);
  }
  const {settings, startOfNew} = accounts;
  const own = {...settings, assume: assumptionsOf(assume, settings.assume)};
  const call = {body: {name, ...(assume !== undefined && {assume})}};
  return accounts
    .fork(name, startOfNew, undefined, own)
    .then(() => publishOperation(exchanges, accounts, 'createAccount', call));
}

/** Publishes an operation of the handle as the corresponding `/_sandbox` operation would. */
export function publishOperation(
  exchanges: ExchangeBus,
  accounts: Accounts,
  operation: 'createAccount' | 'deleteAccount' | 'addFaults' | 'setOverrides',
  input: Partial<Pick<Control, 'params' | 'body'>>,
  account = defaultAccount,
): void {
  const at = timestamp((accounts.find(account) ?? accounts.baseline).clock);
  const commits = [{account, at, order: exchanges.nextOrder()}];
  const receivedAt = moment(machineClock);
  exchanges.publishControl({operation, account, all: false, params: {}, query: {}, ...input, commits, receivedAt});
}

/** @param made settles when the account is created; without it, the first access creates the account */
export function handleOf(name: string, shared: Shared, key: string, made?: Promise<void>): AccountHandle {
  checkName(name);
  made?.catch(() => undefined); // each method reports the error
  const context: Context = async () => {
    await made;
    const account = await shared.accounts.get(name);
    return {...shared, account, targets: [account], isForAll: false, signal: shared.closing};
  };
  return {
    name,
    key,
    clock: clockHandle(context),
    status: async () => executeAdmin(showSandbox, await context(), {}),
    reset: async (to, options) => {
      const keep = [options?.keep ?? []].flat().join();
      return executeAdmin(resetAccount, await context(), {body: {to}, ...(keep && {query: {keep}})});
    },
    snapshot: async (name, options) => {
      await executeAdmin(saveSnapshot, await context(), {params: {name}, query: {of: options?.of}});
    },
    restore: async to => executeAdmin(restoreState, await context(), {query: {to}}),
    seed: async request => executeAdmin(seedAccount, await context(), {body: request}),
    diff: async from => diffOf(await context(), typeof from === 'object' ? (from ?? {}) : {from}),
    fault: rule => armFault(rule, context),
    faults: () => statuses(context),
    overrides: async () => overridesOf(shared.faults),
    submissions: async () => (await executeAdmin(listSubmissions, await context(), {})).submissions,
    requests: async filters => listOf(await context(), queryOf(filters ?? {})),
    request: async seq => executeAdmin(showRequest, await context(), {params: {seq: String(seq)}}),
    replay: async (seq, options) => {
      const query = {fork: String(options?.fork ?? false)};
      return executeAdmin(replayRequest, await context(), {params: {seq: String(seq)}, query});
    },
    mark: ((name: string | null) => beginMark(name, context)) as AccountHandle['mark'],
    onExchange: reader => {
      if (typeof reader !== 'function') {
        throw new InvalidArgumentError(`onExchange: must be a function, got ${quote(reader)}`);
      }
      return shared.exchanges.subscribe(exchange => {
        if (exchange.surface === 'api' && (exchange.account ?? defaultAccount) === name) {
          reader(exchange);
        }
      });
    },
    findings: async options => {
      const {inspector, account} = await context();
      return inspector.report(options?.all ? undefined : account.name).findings;
    },
    notExercised: async () => (await context()).inspector.report().not_exercised,
    droppedFindings: async () => (await context()).inspector.dropped,
    coverage: async options =>
      (await executeAdmin(showCoverage, {...(await context()), isForAll: options?.all ?? false}, {})).coverage,
    verify: expected => verify(expected, context),
  };
}

function clockHandle(context: Context): ClockHandle {
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

async function statuses(context: Context): Promise<readonly FaultStatus[]> {
  const {account, faults} = await context();
  return rulesOf(account, faults);
}

/** Adds a rule to the account until it is removed or the account is reset. */
async function armFault(rule: string | FaultRule, context: Context): Promise<ArmedFault> {
  const {account, accounts, exchanges, faults} = await context();
  const [armed] = faults.of(account).add([faults.readOne(rule, 'fault')], null);
  const {id} = armed!;
  const isThere = () => faults.of(account).rules.includes(armed!);
  const remove = async (): Promise<void> => {
    if (isThere()) {
      await executeAdmin(deleteFault, await context(), {params: {id}});
    }
  };
  const status = async () => (await statuses(context)).find(one => one.id === id && isThere());
  publishOperation(exchanges, accounts, 'addFaults', {body: {rules: [rule]}}, account.name);
  return Object.assign(remove, {id, status, [Symbol.asyncDispose]: remove});
}

/** @returns undefined if all marks were ended */
async function beginMark(name: string | null, context: Context): Promise<ActiveMark | undefined> {
  const change = async (end: boolean) => {
    await executeAdmin(setMark, await context(), {body: {name, end}});
  };
  await change(false);
  const end = () => change(true);
  return name === null ? undefined : {name, end, [Symbol.asyncDispose]: end};
}

/** Adds overrides until they are removed. @throws ApiError that lists every mistake */
export async function armOverrides(
  given: readonly Override[],
  {accounts, catalog, exchanges, faults}: Shared,
): Promise<ArmedOverrides> {
  const {overrides} = faults;
  const publish = () => publishOperation(exchanges, accounts, 'setOverrides', {body: {overrides: overridesIn(faults)}});
  const added = overrides.add(readOverrides(given, catalog.operations), null);
  publish();
  const remove = async (): Promise<void> => {
    for (const {id} of added.filter(armed => overrides.rules.includes(armed))) {
      overrides.remove(id);
      publish();
    }
  };
  return Object.assign(remove, {ids: added.map(({id}) => id), [Symbol.asyncDispose]: remove});
}

async function verify(expected: VerifyRequest, context: Context): ReturnType<AccountHandle['verify']> {
  if (!isObject(expected)) {
    // Without an expectation, any request would fulfil it.
    throw new InvalidArgumentError(
      `verify: must be an object such as {operation: 'createGift'}, got ${quote(expected)}`,
    );
  }
  try {
    const body = expected as Parameters<typeof verifyRequests.handle>[0]['body'];
    return (await executeAdmin(verifyRequests, await context(), {body})).exchanges;
  } catch (error) {
    throw error instanceof VerificationRefusal ? new VerificationError(error.failure) : error;
  }
}

/** A verification failed. The message lists the expected requests, the matching ones and the near misses. */
export class VerificationError extends Error {
  override readonly name = 'VerificationError';
  readonly code = 'VERIFICATION_FAILED' satisfies ErrorCode;
  /** `exactly once: createGiftOfConstituent, body {"received_amount":50}` */
  declare readonly expected: string;
  declare readonly found: VerifyFailure['found'];
  /** Near misses, the nearest first. */
  declare readonly nearest: readonly NearMiss[];
  /** The number of the latest relevant exchange that is no longer stored; undefined if all are stored. */
  declare readonly evicted: number | undefined;
  /** The number of requests that may match, but whose bodies were truncated; undefined if none. */
  declare readonly unknown: number | undefined;

  constructor(failure: VerifyFailure) {
    super(linesOf(failure).join('\n'));
    const {reset: _, ...facts} = failure;
    Object.assign(this, facts);
  }
}
