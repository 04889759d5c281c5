import type {Matcher} from '../matcher/matcher.js';
import {type Candidate, type Expectation, fits, type Seen} from './expectation.js';

/** Expects one request of each kind in this order; other requests may come between them. */
export class SequenceExpectation implements Expectation {
  readonly found: Seen[] = [];
  readonly isBounded = false;
  readonly isFailed = false;
  readonly unknown = 0;
  readonly #steps: readonly Matcher[];

  constructor(steps: readonly Matcher[]) {
    this.#steps = steps;
  }

  /** Greedy: the first request that fits a step is as good as any later one. */
  add(candidate: Candidate): void {
    const step = this.missing;
    if (step !== undefined && fits(step, candidate)) {
      this.found.push(candidate.seen);
    }
  }

  get count(): number {
    return this.found.length;
  }

  get holds(): boolean {
    return this.missing === undefined;
  }

  get isSettled(): boolean {
    return this.holds;
  }

  get missing(): Matcher | undefined {
    return this.#steps[this.found.length];
  }
}
