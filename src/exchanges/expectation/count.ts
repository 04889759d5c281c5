import type {Matcher} from '../matcher/matcher.js';
import {type Candidate, type Expectation, fits, type Seen} from './expectation.js';

/** The expected number of requests. */
export interface Times {
  readonly min: number;
  readonly max: number;
}

/** Further requests are counted, but their numbers are not stored. */
const mostRemembered = 1000;

export class CountExpectation implements Expectation {
  readonly found: Seen[] = [];
  unknown = 0;
  readonly #matcher: Matcher;
  readonly #times: Times;
  #count = 0;

  constructor(matcher: Matcher, times: Times) {
    this.#matcher = matcher;
    this.#times = times;
  }

  add(candidate: Candidate): void {
    if (fits(this.#matcher, candidate)) {
      this.#count += 1;
      if (this.found.length < mostRemembered) {
        this.found.push(candidate.seen);
      }
    } else if (this.#matcher.isUnknown(candidate.request, candidate.mark)) {
      this.unknown += 1;
    }
  }

  get count(): number {
    return this.#count;
  }

  get holds(): boolean {
    return this.#count >= this.#times.min && this.#count <= this.#times.max;
  }

  /** "At least none" always holds, so it settles only at the end. */
  get isSettled(): boolean {
    const {min, max} = this.#times;
    return this.isFailed || (this.#count >= min && (min > 0 || max === Number.POSITIVE_INFINITY));
  }

  get isFailed(): boolean {
    return this.#count > this.#times.max;
  }

  get isBounded(): boolean {
    return this.#times.max !== Number.POSITIVE_INFINITY;
  }

  get missing(): Matcher | undefined {
    return this.#count < this.#times.min ? this.#matcher : undefined;
  }
}
