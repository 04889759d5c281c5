import type {ExchangeReader} from '../../exchanges/bus.js';
import type {FullExchange} from '../../exchanges/exchange.js';
import type {Operation} from '../../operations/operation.js';
import {BoundedMap, memoizeWeakly} from '../../store/caching.js';
import {hasTerm, writtenParts} from '../terms.js';
import {type CoverageParts, type CoverageReport, coverageReport, isTerms, possibleOf, termOf} from './report.js';

/** Maximum number of accounts tracked separately; others count only in the total. */
const maxAccounts = 1000;

/** Maximum number of requests per account that may wait for a retry. */
const maxWaiting = 32;

/** Characters. Retries of longer requests are not tracked. */
const maxRequest = 4096;

/** The first elements of a long array are enough. */
const maxElements = 20;

/** The exercised parts of each operation. Only names of the contract are stored, so their number is bounded. */
type ExercisedParts = BoundedMap<Operation, CoverageParts<Set<string>>>;

interface Covered {
  readonly exercised: ExercisedParts;
  /** Requests that received a 429 or 5xx, and the status class to retry after. */
  readonly waiting: Map<string, string>;
}

/** Tracks the parts of the contract that requests exercised, per account; a reset does not clear it. */
export class Coverage {
  readonly #accounts = new BoundedMap<string, Covered>(maxAccounts);
  readonly #total: ExercisedParts;

  /** @param defaultAccount also counts requests without an account */
  constructor(
    readonly operations: readonly Operation[],
    readonly defaultAccount: string,
  ) {
    this.#total = new BoundedMap(operations.length);
  }

  readonly read: ExchangeReader = exchange => {
    const {operation, surface, status, account} = exchange;
    if (operation === undefined || surface !== 'api') {
      return;
    }
    const {exercised, waiting} = this.#accounts.getOrAdd(account ?? this.defaultAccount, () => ({
      exercised: new BoundedMap(this.operations.length),
      waiting: new BoundedMap(maxWaiting),
    }));
    const failure = status === 429 ? '429' : status >= 500 ? '5xx' : undefined;
    const key = waiting.size > 0 || failure !== undefined ? keyOf(exchange) : undefined;
    const retried = key === undefined ? undefined : waiting.get(key);
    if (key !== undefined) {
      waiting.delete(key);
    }
    if (key !== undefined && failure !== undefined) {
      waiting.set(key, failure);
    }
    for (const one of retried !== undefined || isOwnResponse(exchange) ? [exercised, this.#total] : []) {
      const parts = one.getOrAdd(operation, noParts);
      if (retried !== undefined) {
        parts.retries.add(retried);
      }
      if (isOwnResponse(exchange)) {
        note(exchange, operation, parts);
      }
    }
  };

  report(account?: string): CoverageReport {
    const exercised = account === undefined ? this.#total : this.#accounts.get(account)?.exercised;
    return coverageReport(this.operations, exercised ?? new Map());
  }
}

const noParts = (): CoverageParts<Set<string>> => ({
  statuses: new Set(),
  body_fields: new Set(),
  query_terms: new Set(),
  pages: new Set(),
  retries: new Set(),
});

/** Injected faults that leave the response intact. */
const passing = new Set(['delay', 'dribble']);

const isOwnResponse = ({fault, status, unpatched}: FullExchange): boolean =>
  status !== 0 && unpatched !== null && (fault === undefined || passing.has(fault.kind));

/** Identifies repeated requests; undefined for requests that are too long. */
const keyOf = ({method, url, rawBody = ''}: FullExchange): string | undefined =>
  url.length + rawBody.length <= maxRequest ? `${method} ${url} ${rawBody}` : undefined;

/** Records the parts of a request. Fields and terms count only if the service accepted it. */
function note(exchange: FullExchange, operation: Operation, parts: CoverageParts<Set<string>>): void {
  const {status, query, body} = exchange;
  const possible = possibleOf(operation);
  parts.statuses.add(String(status));
  if (status !== 200) {
    return;
  }
  for (const name in query) {
    if (possible.query_terms.includes(name)) {
      parts.query_terms.add(name);
    }
    if (possible.pages.includes(name) && Number(query[name]) > 0) {
      parts.pages.add(name);
    }
    for (const {name: term = ''} of isTerms(name) ? writtenParts(exchange) : []) {
      if (hasTerm(operation, term)) {
        parts.query_terms.add(termOf(term));
      }
    }
  }
  if (body !== undefined && parts.body_fields.size < possible.body_fields.length) {
    for (const [pointer, path] of fieldsOf(operation)) {
      if (!parts.body_fields.has(pointer) && hasField(body, path)) {
        parts.body_fields.add(pointer);
      }
    }
  }
}

const fieldsOf = memoizeWeakly((operation: Operation) =>
  possibleOf(operation).body_fields.map(pointer => [pointer, pointer.slice(1).split('/')] as const),
);

function hasField(value: unknown, path: readonly string[], depth = 0): boolean {
  if (Array.isArray(value)) {
    return value.slice(0, maxElements).some(element => hasField(element, path, depth));
  }
  const name = path[depth]!;
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.hasOwn(value, name) &&
    (depth + 1 === path.length || hasField((value as Record<string, unknown>)[name], path, depth + 1))
  );
}
