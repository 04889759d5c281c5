import {ApiError} from '../../errors.js';
import {printable} from '../../exchanges/printable.js';
import type {NearMiss} from './near-misses.js';
import type {VerifiedExchange} from './shown.js';

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
   * The number of the latest relevant exchange that is no longer stored, so that nobody can tell if it matched; omitted
   * if all are stored.
   */
  readonly evicted?: number;
  /** The number of requests that may match, but whose bodies were truncated. Omitted if 0. */
  readonly unknown?: number;
  /** Set if the account was reset, or its requests were deleted, during the wait. */
  readonly reset?: true;
}

/** 409: the verification failed. */
export class VerificationRefusal extends ApiError {
  constructor(readonly failure: VerifyFailure) {
    super(409, 'Verification Failed', describeFailure(failure), {}, failure);
  }
}

const describeFailure = (failure: VerifyFailure): string => printable(summaryOf(failure).join('; '));

function summaryOf({expected, found: {count, among, exchanges}, evicted, unknown, reset}: VerifyFailure): string[] {
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

/** Describes the failure and its near misses on several lines. */
export function linesOf(failure: VerifyFailure): string[] {
  const {nearest} = failure;
  return [
    ...summaryOf(failure),
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
