import type {Account} from '../accounts/account.js';
import type {AccountState} from '../accounts/account-state.js';
import type {Accounts} from '../accounts/accounts.js';
import {frozenClock, moment} from '../accounts/clock.js';
import type {ExchangeBus} from '../exchanges/bus.js';
import {compareStates, type StateComparison} from '../faults/compare-states.js';
import type {Catalog} from '../operations/kinds/catalog.js';
import {
  type Call,
  type CommandEnd,
  type Conversation,
  ConversationReader,
  isGood,
  riskiestFirst,
  type Verdict,
  verdictOf,
} from './lost-answers-calls.js';

/** Loses the response to one call after its commit. @returns a function that returns true if the call occurred */
export type LoseAnswer = (account: Account, call: Call) => () => boolean;

interface CheckParts {
  readonly accounts: Accounts;
  readonly catalog: Catalog;
  readonly exchanges: ExchangeBus;
  readonly loseAnswer: LoseAnswer;
  /** Runs the command on one account. @param milliseconds timeout; none if undefined */
  run(account: string, milliseconds?: number): Promise<CommandEnd>;
}

export interface CheckOptions {
  readonly jobs: number;
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
  readonly refused: Conversation['refused'];
}

const same: StateComparison = {duplicated: [], lost: [], corrupt: []};

/** Milliseconds. The minimum timeout of a run. */
const leastPatience = 30_000;

/** The timeout as a multiple of the duration without faults. */
const patience = 10;

/**
 * Runs a command twice without faults, and then once for each of its writes, losing that write's response after the
 * commit. Each run uses its own account with the same initial state, and its final state is compared with the one
 * without faults.
 * @throws RefusedCheck if the check could not show anything
 */
export async function checkLostAnswers(parts: CheckParts, options: CheckOptions): Promise<CheckResult> {
  const check = new Check(parts);
  const plain = await check.withoutFaults('lost-answers-1');
  refuseUnfit(plain);
  const again = await check.withoutFaults('lost-answers-2');
  const {duplicated, lost, corrupt} = check.compare(plain.after, again.after);
  if (again.end.code !== plain.end.code || duplicated.length + lost.length + corrupt.length > 0) {
    throw new RefusedCheck(
      'Without faults the command does not write the same twice, so that nothing can be told of a difference',
    );
  }
  const limit = Math.max(leastPatience, patience * Math.max(plain.milliseconds, again.milliseconds));
  return tryAll(plain, options, call => check.withLostAnswer(call, plain.after, limit));
}

interface PlainRun {
  readonly end: CommandEnd;
  readonly conversation: Conversation;
  readonly after: AccountState;
  readonly milliseconds: number;
}

class Check {
  readonly #parts: CheckParts;
  readonly #start: AccountState;

  constructor(parts: CheckParts) {
    this.#parts = parts;
    const {records, clock} = parts.accounts.baseline;
    this.#start = {records, clock: frozenClock(moment(clock))}; // a run's data must not depend on the time of day
  }

  compare(expected: AccountState, found: AccountState): StateComparison {
    return compareStates(this.#parts.catalog, this.#start.records, expected.records, found.records);
  }

  async withoutFaults(name: string): Promise<PlainRun> {
    const {accounts, exchanges, run} = this.#parts;
    const account = await accounts.fork(name, this.#start);
    const reader = new ConversationReader(name);
    const unsubscribe = exchanges.subscribe(reader.read);
    const start = performance.now();
    try {
      const end = await run(name);
      return {end, conversation: reader.conversation, after: account.state, milliseconds: performance.now() - start};
    } finally {
      unsubscribe();
      await accounts.drop(name);
    }
  }

  async withLostAnswer(call: Call, expected: AccountState, milliseconds: number): Promise<Case> {
    const {accounts, loseAnswer, run} = this.#parts;
    const name = `lost-${call.operation}-${call.nth}`.slice(0, 64);
    const account = await accounts.fork(name, this.#start);
    const wasHit = loseAnswer(account, call);
    try {
      const end = await run(name, milliseconds);
      const differences = this.compare(expected, account.state);
      return {call, ...end, verdict: verdictOf(end, differences, wasHit()), differences, isKnown: false};
    } finally {
      await accounts.drop(name);
    }
  }
}

async function tryAll(
  {conversation: {writes, refused}}: PlainRun,
  {jobs, budget = Number.POSITIVE_INFINITY, known, onCase}: CheckOptions,
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
function refuseUnfit({end, conversation}: {readonly end: CommandEnd; readonly conversation: Conversation}): void {
  const {requests, writes, refused} = conversation;
  if (end.code !== 0) {
    throw new RefusedCheck(`Without any fault the command ends with ${end.code}; it must succeed first`);
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
