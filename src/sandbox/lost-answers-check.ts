import {setTimeout as pause} from 'node:timers/promises';
import type {Account} from '../accounts/account.js';
import type {AccountState} from '../accounts/account-state.js';
import {frozenClock, moment} from '../accounts/clock.js';
import type {SandboxParts} from '../admin/admin-operation.js';
import {compareStates, type StateComparison} from '../faults/compare-states.js';
import {accountKey} from '../http/guard/authenticate.js';
import {
  type Call,
  type CommandEnd,
  type Conversation,
  conversationOf,
  faultOf,
  isGood,
  riskiestFirst,
  type Verdict,
  verdictOf,
} from './lost-answers-calls.js';

/** An AbortSignal if the compiler knows the type: the DOM library and Node's types declare it. */
type Signal = typeof globalThis extends {AbortSignal: {prototype: infer Known}} ? Known : {readonly aborted: boolean};

interface ClientAccess {
  readonly url: string;
  /** The key of an account that only this run uses. */
  readonly key: string;
  /** Aborted if the run takes too long: it must end then. */
  readonly signal: Signal;
}

/** Runs the client once from start to end. @returns its exit code; a client that throws has failed */
export type RunClient = (access: ClientAccess) => Promise<number | undefined>;

/** Options of `checkLostAnswers`. */
export interface LostAnswerOptions {
  /** The number of runs at a time. Default: 1 */
  readonly jobs?: number;
  /** Milliseconds for all runs; no run starts after that. */
  readonly budget?: number;
  /** Returns the verdict of an earlier check; such calls are not run again. */
  readonly known?: (call: Call) => Verdict | undefined;
  /** Called after each case with the number of finished and total cases. */
  readonly onCase?: (done: number, total: number) => void;
}

export interface Case {
  readonly call: Call;
  readonly verdict: Verdict;
  /** The command's exit code; undefined if it hung or was not run again. */
  readonly code?: number;
  readonly differences: StateComparison;
  readonly isKnown: boolean;
}

export interface CheckResult {
  /** In the order of the command's requests. */
  readonly cases: readonly Case[];
  /** Calls that exceeded the time budget. */
  readonly skipped: readonly Call[];
  /** Requests rejected without any fault, by status. */
  readonly refused: ReadonlyMap<number, number>;
}

const same: StateComparison = {duplicated: [], lost: [], corrupt: []};

/** Milliseconds. The minimum timeout of a run. */
const leastPatience = 30_000;

/** The timeout as a multiple of the duration without faults. */
const patience = 10;

/**
 * Runs a client twice without faults, and then once for each of its writes, losing that write's response after the
 * commit. Each run uses its own account with the same initial state, and its final state is compared with the one
 * without faults.
 * @throws RefusedCheck if the check could not show anything
 */
export async function checkLostAnswers(
  {accounts, catalog, exchanges, faults}: Pick<SandboxParts, 'accounts' | 'catalog' | 'exchanges' | 'faults'>,
  url: string,
  client: RunClient,
  options: LostAnswerOptions = {},
): Promise<CheckResult> {
  const {records, clock} = accounts.baseline;
  const start = {records, clock: frozenClock(moment(clock))}; // a run's data must not depend on the time of day
  const compare = (expected: AccountState, found: AccountState) =>
    compareStates(catalog, records, expected.records, found.records);
  const onAccount = async <T>(name: string, work: (account: Account) => Promise<T>): Promise<T> => {
    const account = await accounts.fork(name, start);
    return work(account).finally(() => accounts.drop(name));
  };
  const withoutFaults = (name: string) =>
    onAccount(name, async account => {
      const {conversation, read} = conversationOf(name);
      const unsubscribe = exchanges.subscribe(read);
      const began = performance.now();
      const {code} = await run(client, {url, key: accountKey(name)}).finally(unsubscribe);
      return {code, conversation, after: account.state, milliseconds: performance.now() - began};
    });
  const plain = await withoutFaults('lost-answers-1');
  refuseUnfit(plain.code, plain.conversation);
  const again = await withoutFaults('lost-answers-2');
  const {duplicated, lost, corrupt} = compare(plain.after, again.after);
  if (again.code !== plain.code || duplicated.length + lost.length + corrupt.length > 0) {
    throw new RefusedCheck(
      'Without faults the command does not write the same twice, so that nothing can be told of a difference',
    );
  }
  const limit = Math.max(leastPatience, patience * Math.max(plain.milliseconds, again.milliseconds));
  return tryAll(plain.conversation, options, call =>
    onAccount(`lost-${call.operation}-${call.nth}`.slice(0, 64), async account => {
      const [fault] = faults.of(account).add(faults.read([faultOf(call)]), null);
      const end = await run(client, {url, key: accountKey(account.name)}, limit);
      const differences = compare(plain.after, account.state);
      return {call, ...end, verdict: verdictOf(end, differences, fault!.hits > 0), differences, isKnown: false};
    }),
  );
}

/** @param milliseconds timeout; none if undefined */
async function run(
  client: RunClient,
  access: Omit<ClientAccess, 'signal'>,
  milliseconds?: number,
): Promise<CommandEnd> {
  const controller = new AbortController();
  const {signal} = controller;
  const ended = client({...access, signal}).then(
    (code = 0) => ({code}),
    () => ({code: 1}),
  );
  const tooLong = milliseconds === undefined ? [] : [pause(milliseconds, {}, {signal}).catch(() => ({}))];
  return Promise.race([ended, ...tooLong]).finally(() => controller.abort());
}

async function tryAll(
  {writes, refused}: Conversation,
  {jobs = 1, budget = Number.POSITIVE_INFINITY, known, onCase}: LostAnswerOptions,
  tryOne: (call: Call) => Promise<Case>,
): Promise<CheckResult> {
  const start = performance.now();
  const done = new Map<Call, Case>();
  const waiting = riskiestFirst(writes);
  const work = async () => {
    for (let call = waiting.shift(); call !== undefined; call = waiting.shift()) {
      const verdict = known?.(call);
      if (verdict !== undefined && isGood(verdict)) {
        done.set(call, {call, verdict, differences: same, isKnown: true});
      } else if (performance.now() - start < budget) {
        done.set(call, await tryOne(call));
      }
      onCase?.(done.size, writes.length);
    }
  };
  await Promise.all(Array.from({length: Math.max(1, jobs)}, work));
  return {
    cases: writes.flatMap(call => done.get(call) ?? []),
    skipped: writes.filter(call => !done.has(call)),
    refused,
  };
}

/** The check cannot show anything: it neither passes nor fails. */
export class RefusedCheck extends Error {}

/** @throws RefusedCheck if the runs without faults give the check nothing to compare */
function refuseUnfit(code: number | undefined, {requests, writes, refused}: Conversation): void {
  if (code !== 0) {
    throw new RefusedCheck(`Without any fault the command ends with ${code}; it must succeed first`);
  }
  if (requests === 0) {
    throw new RefusedCheck(
      'The command sent no request with the key in CRM_SANDBOX_KEY; let it take its key and CRM_SANDBOX_URL from its environment',
    );
  }
  if (writes.length > 0) {
    return;
  }
  const denied = [401, 403].filter(status => refused.has(status));
  if (denied.length > 0 && denied.length === refused.size) {
    throw new RefusedCheck(
      `Every write of the command was refused with ${denied.join(' or ')}; it does not use the key in CRM_SANDBOX_KEY`,
    );
  }
  throw new RefusedCheck(
    refused.size === 0
      ? 'The command changes nothing, so that no answer to a write can be lost'
      : `Every write of the command was refused, with ${[...refused.keys()].sort().join(', ')}; nothing is left to lose`,
  );
}
