import {parse} from 'node:querystring';
import {Account} from '../../accounts/account.js';
import type {AccountState} from '../../accounts/account-state.js';
import type {FullExchange} from '../../exchanges/exchange.js';
import {executeDry} from '../../operations/execute.js';
import {matcherOf} from '../../operations/match.js';
import type {Collection} from '../../store/collection.js';
import {type Row, Rows} from '../../store/order.js';
import type {RequestToSend} from '../finding.js';
import {Replies} from '../memory/replies.js';
import {requestText} from '../merging.js';
import {type FindingRule, isDue, isSequence, type Mistake} from '../rule.js';
import {Session} from '../session.js';
import {corrected} from './corrected.js';

/** Characters of a body. Findings about longer bodies propose no request. */
const maxBody = 65_536;

/** Maximum number of trials that wait for an idle turn. */
const maxTrials = 100;

/** The trials of proposed requests, which run in idle turns after the response, one per turn. */
export class Trials {
  readonly #waiting: Array<() => void> = [];

  constructor(
    readonly rules: readonly FindingRule[],
    readonly onError: (error: unknown) => void = () => undefined,
  ) {}

  add(run: () => void): void {
    this.#waiting.push(run);
    if (this.#waiting.length > maxTrials) {
      this.#waiting.shift()!();
    } else if (this.#waiting.length === 1) {
      setImmediate(() => this.#runNext());
    }
  }

  #runNext(): void {
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) {
      setImmediate(() => this.#runNext());
    }
  }

  settle(): void {
    while (this.#waiting.length > 0) {
      this.#waiting.shift()!();
    }
  }

  /** The request that a mistake proposes, if it passes a trial on the state before the mistake. */
  proposal(rule: FindingRule, mistake: Mistake, session: Session, exchange?: FullExchange): string | null {
    const state = exchange?.before ?? session.state;
    if (state === undefined || (exchange?.rawBody?.length ?? 0) > maxBody) {
      return null;
    }
    try {
      const judgesOne = !isSequence(rule);
      const corrects = () => (judgesOne && exchange !== undefined ? corrected(exchange, session) : undefined);
      const first = (mistake.request ?? corrects)();
      const request = first && tried(first, state, session, judgesOne ? this.rules : []);
      return request === undefined ? null : requestText(request);
    } catch (error) {
      this.onError(error);
      return null;
    }
  }
}

/** Maximum number of rows that a trial may read by their ids. */
const maxRows = 200;

/** The number of index entries that cost as much as one row. */
const entriesPerRow = 100;

/** Items on a page: a longer one would be accepted as well. */
const maxItems = '10';

/** A correction can reveal a further mistake, which is corrected as well. */
const maxRounds = 4;

class LimitReached extends Error {}

/** Counts the reads of one trial. */
class Counter {
  #rows = 0;

  add(rows: number): void {
    this.#rows += rows;
    if (this.#rows > maxRows) {
      throw new LimitReached();
    }
  }

  /** The rows of an index, which a trial does not build. */
  #rowsOf<R>(rows: Rows<R>): Rows<R> {
    return new Rows(rows.total, (from, to, visit) =>
      rows.forEach(from, to, (row, id, key) => {
        this.add(1 / entriesPerRow);
        visit(row, id, key);
      }),
    );
  }

  /** A view of a collection and its copies that counts reads and writes. */
  counted(collection: Collection<Row>): Collection<Row> {
    const indexes: Readonly<Record<string, (...values: never[]) => readonly unknown[]>> = {
      listed: keys => collection.missingOrder(keys),
      unlisted: () => collection.missingUnlisted(),
      where: () => collection.missingIndexes(),
      entries: name => collection.missingKeys(name),
      withKey: name => collection.missingKeys(name),
    };
    const one = new Set(['get', 'find', 'put', 'delete']);
    return new Proxy(collection, {
      get: (_, name: string) => {
        const own: unknown = Reflect.get(collection, name, collection);
        if (typeof own !== 'function') {
          return own;
        }
        return (...values: never[]): unknown => {
          this.add(one.has(name) ? 1 : 0);
          if (indexes[name] !== undefined && indexes[name](...values).length > 0) {
            throw new LimitReached();
          }
          const result: unknown = own.apply(collection, values);
          if (name === 'values') {
            return this.#each(result as Iterable<Row>);
          }
          return name === 'clone'
            ? this.counted(result as Collection<Row>)
            : result instanceof Rows
              ? this.#rowsOf(result)
              : result;
        };
      },
    });
  }

  *#each(rows: Iterable<Row>): Generator<Row> {
    for (const row of rows) {
      this.add(1 / entriesPerRow);
      yield row;
    }
  }
}

/** Executes a request on a fork of a state. @returns undefined if it cannot be executed */
function tryOut({method, path, body}: RequestToSend, state: AccountState, session: Session): FullExchange | undefined {
  const {catalog, settings} = session;
  const [pathname = '', search = ''] = path.split('?', 2);
  const match = matcherOf(catalog.operations, {asService: true})(method, pathname);
  if (match.kind !== 'operation' || (match.operation.body !== undefined && body === undefined)) {
    return undefined; // or the body was not read because the key was rejected
  }
  const {operation, params} = match;
  const query = parse(search);
  const account = new Account('trial', catalog.schema, state, state, undefined, settings);
  const paged = {
    ...query,
    ...(Number(query['limit'] ?? maxItems) >= 1 && 'limit' in (operation.query?.shape ?? {}) && {limit: maxItems}),
  };
  const {refusal, reply, ...outcome} = executeDry(
    operation,
    {path: params, query: paged, body},
    {account, settings, address: () => ''},
  );
  return {
    ...{seq: 0, receivedAt: 0, ms: 0, account: null, surface: 'api', client: {}, requestHeaders: {}, headers: {}},
    ...{method, url: path, operation, params, query, body, rawBody: JSON.stringify(body)},
    ...{status: refusal?.status ?? 200, reply: typeof reply === 'string' ? reply : undefined},
    ...{at: outcome.at ?? account.begin().now, issues: outcome.issues, before: outcome.before, after: outcome.after},
  };
}

/** True if a rule reports no error and no warning for a request. */
function isSilent(rule: FindingRule, exchange: FullExchange, session: Session): boolean {
  if (isSequence(rule) || !(rule.reads?.(exchange.operation) ?? true) || !isDue(rule, exchange)) {
    return true;
  }
  const found = [rule.inspect?.(exchange, session) ?? []].flat();
  return found.every(({level = rule.level}) => level === 'info');
}

/**
 * Tries a proposed request on a fork of a state, and corrects it further if it is rejected or makes another mistake.
 * @param state the state before the finding's request
 * @param rules those that must not report it; none if it only has to be accepted
 * @returns the request that passed the trial; undefined if it failed, or if the trial would read too much
 */
function tried(
  first: RequestToSend,
  {records, clock}: AccountState,
  session: Session,
  rules: readonly FindingRule[],
): RequestToSend | undefined {
  const counter = new Counter();
  const fork = {clock, records: {...records, collections: records.collections.map(one => counter.counted(one))}};
  const own = new Session(session.catalog, session.settings, new Replies());
  let request = first;
  try {
    for (let round = 0; round < maxRounds; round++) {
      const exchange = tryOut(request, fork, own);
      if (exchange === undefined) {
        return undefined;
      }
      if (exchange.status === 200 && rules.every(rule => isSilent(rule, exchange, own))) {
        return request;
      }
      const next = corrected(exchange, own);
      if (next === undefined || JSON.stringify(next) === JSON.stringify(request)) {
        return undefined;
      }
      request = next;
    }
  } catch (error) {
    if (!(error instanceof LimitReached)) {
      throw error;
    }
  }
  return undefined;
}
