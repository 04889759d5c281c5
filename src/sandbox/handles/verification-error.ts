import {linesOf, type VerifyFailure} from '../../admin/verify/failure.js';
import type {NearMiss} from '../../admin/verify/near-misses.js';

/** What was verified does not hold: the message says what was expected, what was found, and what came nearest. */
export class VerificationError extends Error {
  /** `exactly once: createGiftOfConstituent, body {"received_amount":50}` */
  readonly expected: string;
  readonly found: VerifyFailure['found'];
  /** The nearest first. */
  readonly nearest: readonly NearMiss[];
  /** The number of the latest exchange that was asked about and is not kept any more; undefined where all are. */
  readonly evicted: number | undefined;
  /** Of how many nobody can tell, because only the beginning of their bodies is kept; undefined where of none. */
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
