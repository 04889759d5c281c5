import type {Accounts} from '../../accounts/accounts.js';
import type {FullExchange} from '../../exchanges/exchange.js';
import type {Journal} from '../../exchanges/journal/journal.js';
import {type Difference, differences, type Records} from '../../store/records.js';
import {type CallFacts, factsOf} from './calls.js';
import type {Span} from './leaves.js';
import {RefusedCheck} from './types.js';

/** A request to the API of the service with a known key. */
export interface RecordedCall {
  readonly facts: CallFacts;
  readonly exchange: FullExchange;
  readonly isWrite: boolean;
  /** True if its connection has served another request. */
  readonly isReused: boolean;
}

/** The part of a run between two replacements of an account's data. */
export interface Segment extends Span {
  readonly account: string;
  readonly generation: number;
  readonly mark: string | undefined;
  readonly calls: RecordedCall[];
  end: Records;
  order: number;
}

/** Maximum number of calls, because the check stores every call of a run. */
const maxCalls = 20_000;

export class Recording {
  readonly calls: RecordedCall[] = [];
  /** The number of requests, including those without a known key. */
  requests = 0;
  /** The number of rejected writes by status. */
  readonly refused = new Map<number, number>();
  readonly segments: Segment[] = [];
  readonly #connections = new Set<number>();

  constructor(
    private readonly accounts: Accounts,
    private readonly journal: Journal,
  ) {}

  readonly read = (exchange: FullExchange): void => {
    const {surface, account, before, after, connection = 0} = exchange;
    if (surface !== 'api') {
      return;
    }
    this.requests += 1;
    const isReused = this.#connections.has(connection);
    this.#connections.add(connection);
    const facts = factsOf(exchange);
    if (account === null || facts === undefined || !before || !after || this.calls.length === maxCalls) {
      return;
    }
    const isWrite = before.records !== after.records;
    if (!isWrite && exchange.status >= 400 && exchange.method !== 'GET') {
      this.refused.set(exchange.status, (this.refused.get(exchange.status) ?? 0) + 1);
    }
    const call = {facts, exchange, isWrite, isReused};
    this.calls.push(call);
    const segment = this.#segmentOf(account, before.records);
    segment.calls.push(call);
    const {order = 0} = exchange;
    if (isWrite && order > segment.order) {
      Object.assign(segment, {end: after.records, order});
    }
  };

  #segmentOf(account: string, start: Records): Segment {
    const generation = this.accounts.find(account)?.generation ?? 0;
    const last = this.segments.findLast(segment => segment.account === account);
    if (last?.generation === generation) {
      return last;
    }
    const {mark} = this.journal.of(account).marks.assignment;
    const segment = {account, generation, mark, start, end: start, order: 0, calls: []};
    this.segments.push(segment);
    return segment;
  }

  /** @throws RefusedCheck if a run is too long to be compared */
  checkLength(): void {
    if (this.calls.length === maxCalls) {
      throw new RefusedCheck(`The command sends ${maxCalls} requests or more; check a shorter run`);
    }
  }
}

/** Each change of a segment, in order. */
export function* changesOf({calls}: Segment): Generator<Difference> {
  const writes = calls.filter(({isWrite}) => isWrite);
  const inOrder = writes.toSorted((one, other) => (one.exchange.order ?? 0) - (other.exchange.order ?? 0));
  for (const {exchange} of inOrder) {
    yield* differences(exchange.before!.records, exchange.after!.records);
  }
}

/**
 * Pairs the segments of two runs: by account and mark, otherwise by the set of their calls.
 * @param nameOf names a call
 * @returns for each segment of the first run that of the second
 */
export function pairSegments(
  some: readonly Segment[],
  others: readonly Segment[],
  nameOf: (facts: CallFacts) => string,
): ReadonlyMap<Segment, Segment> {
  const pairs = new Map<Segment, Segment>();
  const left = new Set(others);
  const namesIn = (segment: Segment) => new Set(segment.calls.map(({facts}) => nameOf(facts)));
  const names = new Map([...some, ...others].map(segment => [segment, namesIn(segment)]));
  const likeness = (one: Segment, other: Segment) => {
    const shared = [...names.get(one)!].filter(name => names.get(other)!.has(name)).length;
    return shared / Math.max(1, names.get(one)!.size, names.get(other)!.size);
  };
  for (const least of [1, 0]) {
    for (const one of some.filter(segment => !pairs.has(segment))) {
      const fitting = [...left]
        .filter(({account, mark}) => account === one.account && mark === one.mark)
        .map(other => ({other, like: likeness(one, other)}))
        .filter(({like}) => one.mark !== undefined || like >= least);
      const best = fitting.reduce((best, next) => (next.like > best.like ? next : best), fitting[0]!);
      if (best !== undefined) {
        pairs.set(one, best.other);
        left.delete(best.other);
      }
    }
  }
  return pairs;
}
