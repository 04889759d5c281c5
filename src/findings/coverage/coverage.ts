import type {ExchangeReader} from '../../exchanges/bus.js';
import type {FullExchange} from '../../exchanges/exchange.js';
import type {Operation} from '../../operations/operation.js';
import {BoundedMap} from '../memory/bounded-map.js';
import {Exercised, type RetriedAfter} from './exercised.js';
import {type CoverageReport, coverageReport} from './report.js';

/** How many accounts are told apart; of those beyond it, what they exercised is still told of all together. */
const mostAccounts = 1000;

/** How many requests of an account may wait for their retry. */
const mostWaiting = 32;

/** Longer requests are not waited for. Characters. */
const longestRequest = 4096;

type ByOperation = Map<Operation, Exercised>;

interface Covered {
  readonly operations: ByOperation;
  /** Requests that were answered 429 or 5xx, and what a retry would be behind. */
  readonly waiting: Map<string, RetriedAfter>;
}

/** Reads exchanges, and keeps which parts of the contract they exercised: of each account, whatever is reset. */
export class Coverage {
  readonly #operations: readonly Operation[];
  readonly #defaultAccount: string;
  readonly #accounts = new Map<string, Covered>();
  readonly #others: ByOperation = new Map();

  /** @param defaultAccount what requests without an account are counted with */
  constructor(operations: readonly Operation[], defaultAccount: string) {
    this.#operations = operations;
    this.#defaultAccount = defaultAccount;
  }

  readonly read: ExchangeReader = exchange => {
    const {operation, surface} = exchange;
    if (operation === undefined || surface !== 'api') {
      return;
    }
    const covered = this.#of(exchange.account ?? this.#defaultAccount);
    const after = covered.waiting.size === 0 ? undefined : takeFrom(covered.waiting, exchange);
    const retriable = retriableBy(exchange);
    if (retriable !== undefined) {
      waitIn(covered.waiting, exchange, retriable);
    }
    if (after !== undefined) {
      exercisedOf(covered.operations, operation).retries.add(after);
    }
    if (isOwnAnswer(exchange)) {
      exercisedOf(covered.operations, operation).note(exchange);
    }
  };

  /** Of one account, or of all together. */
  report(account?: string): CoverageReport {
    return coverageReport(
      this.#operations,
      account === undefined ? this.#all() : (this.#accounts.get(account)?.operations ?? new Map()),
    );
  }

  #all(): ByOperation {
    const all: ByOperation = new Map();
    for (const operations of [this.#others, ...Array.from(this.#accounts.values(), covered => covered.operations)]) {
      addTo(all, operations);
    }
    return all;
  }

  #of(account: string): Covered {
    let covered = this.#accounts.get(account);
    if (covered === undefined) {
      if (this.#accounts.size >= mostAccounts) {
        const [oldest, {operations}] = this.#accounts.entries().next().value!;
        addTo(this.#others, operations);
        this.#accounts.delete(oldest);
      }
      covered = {operations: new Map(), waiting: new BoundedMap(mostWaiting)};
      this.#accounts.set(account, covered);
    }
    return covered;
  }
}

function exercisedOf(operations: ByOperation, operation: Operation): Exercised {
  let exercised = operations.get(operation);
  if (exercised === undefined) {
    exercised = new Exercised(operation);
    operations.set(operation, exercised);
  }
  return exercised;
}

function addTo(operations: ByOperation, others: ByOperation): void {
  for (const [operation, exercised] of others) {
    exercisedOf(operations, operation).add(exercised);
  }
}

/** Kinds of fault that leave the answer as it is. */
const passing = new Set(['delay', 'dribble']);

/** What was injected is no answer of the service's. */
const isOwnAnswer = ({fault, status}: FullExchange): boolean =>
  status !== 0 && (fault === undefined || passing.has(fault.kind));

const keyOf = ({method, url, rawBody = ''}: FullExchange): string => `${method} ${url} ${rawBody}`;

const isShort = ({url, rawBody = ''}: FullExchange): boolean => url.length + rawBody.length <= longestRequest;

/** What a retry of this one would be behind, whether the service or a fault said so. */
const retriableBy = ({status}: FullExchange): RetriedAfter | undefined =>
  status === 429 ? '429' : status >= 500 ? '5xx' : undefined;

/** Whether it is what was waited for; it is waited for no longer. */
function takeFrom(waiting: Covered['waiting'], exchange: FullExchange): RetriedAfter | undefined {
  if (!isShort(exchange)) {
    return undefined;
  }
  const key = keyOf(exchange);
  const after = waiting.get(key);
  waiting.delete(key);
  return after;
}

function waitIn(waiting: Covered['waiting'], exchange: FullExchange, after: RetriedAfter): void {
  if (isShort(exchange)) {
    waiting.set(keyOf(exchange), after);
  }
}
