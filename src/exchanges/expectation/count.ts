import type {Matcher} from '../matcher/matcher.js';
import {type Candidate, type Expectation, fits, type Seen} from './expectation.js';

/** How often something is expected. */
export interface Times {
  readonly min: number;
  readonly max: number;
}

/** Numbers of requests that are remembered; the rest are counted. */
const mostRemembered = 1000;

/** So many requests of one kind. */
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

  /** Where none is enough, there is nothing to wait for but the end. */
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
