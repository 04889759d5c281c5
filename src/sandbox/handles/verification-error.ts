import {linesOf, type VerifyFailure} from '../../admin/verify/failure.js';
import type {NearMiss} from '../../admin/verify/near-misses.js';

/** A verification failed. The message lists the expected requests, the matching ones and the near misses. */
export class VerificationError extends Error {
  /** `exactly once: createGiftOfConstituent, body {"received_amount":50}` */
  readonly expected: string;
  readonly found: VerifyFailure['found'];
  /** Near misses, the nearest first. */
  readonly nearest: readonly NearMiss[];
  /** The number of the latest relevant exchange that is no longer stored; undefined if all are stored. */
  readonly evicted: number | undefined;
  /** The number of requests that may match, but whose bodies were truncated; undefined if none. */
  readonly unknown: number | undefined;

  constructor(failure: VerifyFailure) {
    super(linesOf(failure).join('\n'));
    this.name = 'VerificationError';
    this.expected = failure.expected;
    this.found = failure.found;
    this.nearest = failure.nearest;
    this.evicted = failure.evicted;
    this.unknown = failure.unknown;
  }
}
