import {ApiError} from '../../errors.js';
import {printable} from '../../exchanges/printable.js';
import type {NearMiss} from './near-misses.js';
import type {VerifiedExchange} from './shown.js';

/** Why a verification does not hold. */
export interface VerifyFailure {
  /** `exactly once: createGiftOfConstituent, body {"received_amount":50}, within 5s` */
  readonly expected: string;
  readonly found: {
    /** How many requests are as expected; of a sequence, how many steps of it came. */
    readonly count: number;
    /** How many were looked at. */
    readonly among: number;
    /** The first hundred of those that count. */
    readonly exchanges: readonly VerifiedExchange[];
  };
  /** Those that come nearest to what is missing, the nearest first: three at most. */
  readonly nearest: readonly NearMiss[];
  /**
   * The number of the latest exchange that was asked about and is not kept any more; left out where all are. What it
   * was, nobody can tell.
   */
  readonly evicted?: number;
  /** How many of those looked at might count too: of their bodies only the beginning is kept. Left out where none. */
  readonly unknown?: number;
  /** Set where the account was reset, or its requests were deleted, while it was waited. */
  readonly reset?: true;
}

/** 409: what was verified does not hold. */
export class VerificationRefusal extends ApiError {
  constructor(readonly failure: VerifyFailure) {
    super(409, 'Verification Failed', describeFailure(failure), {}, failure);
  }
}

/** In one line. */
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

/** The same for a person, line by line, with what came nearest. */
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
