import type {ExchangeReader} from '../../exchanges/bus.js';
import type {FullExchange} from '../../exchanges/exchange.js';
import type {Operation} from '../../operations/operation.js';
import {BoundedMap} from '../../store/caching.js';
import {Exercised, type RetriedAfter} from './exercised.js';
import {type CoverageReport, coverageReport} from './report.js';

/** Maximum number of accounts tracked separately; further ones only count in the total. */
const mostAccounts = 1000;

/** Maximum number of requests per account that may wait for a retry. */
const mostWaiting = 32;

/** Characters. Retries of longer requests are not tracked. */
const longestRequest = 4096;

type ByOperation = Map<Operation, Exercised>;

interface Covered {
  readonly operations: ByOperation;
  /** Requests that received a 429 or 5xx, and the status class to retry after. */
  readonly waiting: Map<string, RetriedAfter>;
}

/** Tracks the parts of the contract that requests exercised, per account; a reset does not clear it. */
export class Coverage {
  readonly #operations: readonly Operation[];
  readonly #defaultAccount: string;
  readonly #accounts = new Map<string, Covered>();
  readonly #others: ByOperation = new Map();

  /** @param defaultAccount counts requests without an account */
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

/** Injected faults that do not change the response. */
const passing = new Set(['delay', 'dribble']);

/** False if an injected fault made the response. */
const isOwnAnswer = ({fault, status}: FullExchange): boolean =>
  status !== 0 && (fault === undefined || passing.has(fault.kind));

const keyOf = ({method, url, rawBody = ''}: FullExchange): string => `${method} ${url} ${rawBody}`;

const isShort = ({url, rawBody = ''}: FullExchange): boolean => url.length + rawBody.length <= longestRequest;

/** The status class that a retry of this request would follow, injected or not. */
const retriableBy = ({status}: FullExchange): RetriedAfter | undefined =>
  status === 429 ? '429' : status >= 500 ? '5xx' : undefined;

/** Checks if a retry was awaited, and stops waiting for it. */
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
