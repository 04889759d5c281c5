import {ApiError} from '../../errors.js';
import type {DataDiff} from '../../exchanges/change/data-diff.js';
import type {RequestSummary} from '../../exchanges/exchange-view.js';
import type {CountedRequest} from '../../exchanges/expectations.js';
import type {AccountJournal} from '../../exchanges/journal/account-journal.js';
import type {JournalEntry} from '../../exchanges/journal/entry.js';
import type {MatchableRequest, Miss} from '../../exchanges/matcher.js';
import {printable} from '../../exchanges/printable.js';
import type {Unanswered} from '../../exchanges/unanswered.js';

/** An exchange that nearly matches, with its differences. */
export interface NearMiss extends Pick<RequestSummary, 'seq' | 'method' | 'url' | 'status' | 'caller'> {
  /** Up to ten different fields. */
  readonly misses: readonly Miss[];
}

/** A matching exchange and its changes. */
export interface VerifiedExchange extends Pick<RequestSummary, 'operation' | 'method' | 'url' | 'caller' | 'mark'> {
  /** Null, like `status`, if the response has not been sent yet. */
  readonly seq: number | null;
  /** In account time: `<YYYY-MM-DDTHH:MM:SSZ>`; null if the response has not been sent, or the exchange was evicted. */
  readonly at: string | null;
  readonly status: number | null;
  /** The parsed JSON that was sent; null if there was none. */
  readonly body: unknown;
  /** Null if the request changed nothing, is still in progress, or its change was evicted. */
  readonly change: DataDiff | null;
}

/** Per response. */
const maxShown = 100;

/** Omits requests that are neither stored nor in progress. */
export function shownOf(
  found: readonly CountedRequest[],
  journal: AccountJournal,
  unanswered: Unanswered,
): VerifiedExchange[] {
  const inProgress = new Map(Array.from(unanswered, request => [request.ref, request]));
  const requests = found.flatMap(ref => {
    const entry = ref.seq === undefined ? undefined : journal.find(ref.seq);
    const request = entry?.exchange ?? inProgress.get(ref);
    return request === undefined ? [] : [{request, entry}];
  });
  // Only for the first ones, because computing a change takes time.
  return requests
    .slice(0, maxShown)
    .map(({request, entry}) => describeRequest(request, (entry ?? journal.marks.assignment).mark, entry));
}

const describeRequest = (
  request: MatchableRequest,
  mark: string | undefined,
  entry: JournalEntry | undefined,
): VerifiedExchange => ({
  seq: entry?.seq ?? null,
  at: entry?.exchange.at ?? null,
  operation: request.operation?.id ?? null,
  method: request.method,
  url: request.url,
  status: request.status ?? null,
  caller: request.client.caller ?? null,
  mark: mark ?? null,
  body: request.body ?? null,
  change: entry?.change() ?? null,
});

export interface VerifyFailure {
  /** `exactly once: createGiftOfConstituent, body {"received_amount":50}, within 5s` */
  readonly expected: string;
  readonly found: {
    /** The number of matching requests; for a sequence, the number of completed steps. */
    readonly count: number;
    readonly among: number;
    /** The first 100 matching requests. */
    readonly exchanges: readonly VerifiedExchange[];
  };
  /** Up to three near misses, the nearest first. */
  readonly nearest: readonly NearMiss[];
  /**
   * The number of the latest relevant exchange that is no longer stored, so its match is unknown; omitted if all are
   * stored.
   */
  readonly evicted?: number;
  /** The number of requests that may match, but whose bodies were truncated. Omitted if 0. */
  readonly unknown?: number;
  /** True if the account was reset, or its requests were deleted, during the wait. */
  readonly reset?: true;
}

/** 409: the verification failed. */
export class VerificationRefusal extends ApiError {
  constructor(readonly failure: VerifyFailure) {
    super(409, 'Verification Failed', printable(sentencesOf(failure).join('; ')), {}, failure);
  }
}

function sentencesOf({expected, found: {count, among, exchanges}, evicted, unknown, reset}: VerifyFailure): string[] {
  const numbers = exchanges.map(({seq}) => (seq === null ? 'one not answered yet' : `#${seq}`));
  const which = count === 0 ? '' : `: ${numbers.slice(0, 10).join(', ')}${count > 10 ? ', ...' : ''}`;
  const [is, request] = [count === 0 ? 'none' : count, among === 1 ? 'request' : 'requests'];
  return [
    `Expected ${expected}`,
    `Found ${is} among ${among} ${request}${which}`,
    ...(reset ? ['The account was reset, or its requests were deleted, while this was waited for'] : []),
    ...(evicted === undefined
      ? []
      : [
          `Not kept any more: requests up to #${evicted}. Name a later one as since, or reset the account before the test`,
        ]),
    ...(unknown === undefined
      ? []
      : [`Not kept whole: the bodies of ${unknown} more, each over 64 KiB. Expect what is not in a body of those`]),
  ];
}

/** Formats the failure and its near misses on several lines. */
export function linesOf(failure: VerifyFailure): string[] {
  const {nearest} = failure;
  return [
    ...sentencesOf(failure),
    ...(nearest.length === 0 ? [] : ['Nearest:']),
    ...nearest.flatMap(({seq, method, url, status, caller, misses}) => [
      `  #${seq} ${method} ${url} ${status}${caller === null ? '' : ` from ${caller}`}`,
      ...misses.map(miss => {
        const found = 'found' in miss ? JSON.stringify(miss.found) : 'nothing';
        return `    ${miss.field}: expected ${JSON.stringify(miss.expected)}, found ${found}`;
      }),
    ]),
  ].map(printable);
}
