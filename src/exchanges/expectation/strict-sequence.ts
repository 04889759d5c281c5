import type {Matcher} from '../matcher/matcher.js';
import {type Candidate, type Expectation, fits, type Seen} from './expectation.js';

/** Expects one request of each kind in this order, with no other request between them. */
export class StrictSequenceExpectation implements Expectation {
  readonly isBounded = false;
  readonly isFailed = false;
  readonly unknown = 0;
  readonly #steps: readonly Matcher[];
  /** The partial sequences that may still complete, the longest first. */
  #runs: ReadonlyArray<readonly Seen[]> = [];
  #longest: readonly Seen[] = [];

  constructor(steps: readonly Matcher[]) {
    this.#steps = steps;
  }

  add(candidate: Candidate): void {
    if (this.holds) {
      return;
    }
    this.#runs = [...this.#runs, []]
      .filter(run => fits(this.#steps[run.length]!, candidate))
      .map(run => [...run, candidate.seen]);
    const [longest = []] = this.#runs;
    if (longest.length > this.#longest.length) {
      this.#longest = longest;
    }
  }

  get found(): readonly Seen[] {
    return this.#longest;
  }

  get count(): number {
    return this.#longest.length;
  }

  get holds(): boolean {
    return this.#longest.length === this.#steps.length;
  }

  get isSettled(): boolean {
    return this.holds;
  }

  get missing(): Matcher | undefined {
    return this.#steps[this.#longest.length];
  }
}
