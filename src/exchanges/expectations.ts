import {isUnknown, type MatchableRequest, matches} from './matcher.js';
import type {Pattern} from './pattern.js';

/** Identifies a request for an expectation. */
export interface CountedRequest {
  /** Its number; undefined until the response is sent. */
  seq: number | undefined;
}

export interface Candidate {
  readonly ref: CountedRequest;
  readonly request: MatchableRequest;
  readonly mark?: string | undefined;
}

const fits = (pattern: Pattern, {request, mark}: Candidate): boolean => matches(pattern, request, mark);

/** The expected number of requests. */
export interface Times {
  readonly min: number;
  readonly max: number;
}

/**
 * An expectation about requests, which are added in order of arrival. It keeps the numbers of matching requests but not
 * the requests: many may arrive during a verification and leave the journal.
 */
export abstract class Expectation {
  /** The requests that satisfy it, or that matched before it failed. */
  abstract readonly found: readonly CountedRequest[];
  /** Number of requests that may match but cannot be checked, because only the start of their bodies is kept. */
  unknown = 0;

  constructor(
    protected readonly steps: readonly Pattern[],
    readonly times: Times = {min: steps.length, max: Number.POSITIVE_INFINITY},
  ) {}

  abstract add(candidate: Candidate): void;

  /** The most important missing request; undefined if none is missing. */
  abstract get missing(): Pattern | undefined;

  /** True if the expectation holds for the requests so far. */
  get holds(): boolean {
    return this.missing === undefined && !this.isFailed;
  }

  /** True if no further request can make the expectation hold. */
  get isFailed(): boolean {
    return this.found.length > this.times.max;
  }

  /** True if waiting is over: "at most twice" settles only at the end, "exactly once" with the first request. */
  get isSettled(): boolean {
    const {min, max} = this.times;
    return this.isFailed || (this.holds && (min > 0 || max === Number.POSITIVE_INFINITY));
  }
}

export class CountExpectation extends Expectation {
  readonly found: CountedRequest[] = [];

  constructor(
    private readonly pattern: Pattern,
    times: Times,
  ) {
    super([pattern], times);
  }

  get missing(): Pattern | undefined {
    return this.found.length < this.times.min ? this.pattern : undefined;
  }

  add(candidate: Candidate): void {
    if (fits(this.pattern, candidate)) {
      this.found.push(candidate.ref);
    } else if (isUnknown(this.pattern, candidate.request, candidate.mark)) {
      this.unknown += 1;
    }
  }
}

/** Expects the steps in this order. */
export class SequenceExpectation extends Expectation {
  /** The longest partial sequence so far. */
  found: readonly CountedRequest[] = [];
  /** The partial sequences that may still complete, the longest first. Unless strict, one is enough. */
  #runs: ReadonlyArray<readonly CountedRequest[]> = [];

  /** @param isStrict true if no other request may come between the steps */
  constructor(
    steps: readonly Pattern[],
    private readonly isStrict = false,
  ) {
    super(steps);
  }

  get missing(): Pattern | undefined {
    return this.steps[this.found.length];
  }

  add(candidate: Candidate): void {
    if (this.holds) {
      return;
    }
    const runs = this.isStrict ? [...this.#runs, []] : [this.found];
    this.#runs = runs.filter(run => fits(this.steps[run.length]!, candidate)).map(run => [...run, candidate.ref]);
    const [longest = []] = this.#runs;
    this.found = longest.length > this.found.length ? longest : this.found;
  }
}

/** A request and the steps that it matches. */
interface Offer {
  readonly ref: CountedRequest;
  readonly steps: readonly Pattern[];
}

/**
 * Expects a separate request for each step, in any order. A request that matches several steps is reassigned if that
 * frees a step for a request that matches no other: this computes a maximum matching of steps and requests.
 */
export class UnorderedExpectation extends Expectation {
  readonly #assigned = new Map<Pattern, Offer>();

  /** In the order of the steps. */
  get found(): readonly CountedRequest[] {
    return this.steps.flatMap(step => this.#assigned.get(step)?.ref ?? []);
  }

  get missing(): Pattern | undefined {
    return this.steps.find(step => !this.#assigned.has(step));
  }

  add(candidate: Candidate): void {
    if (!this.holds) {
      this.#assign({ref: candidate.ref, steps: this.steps.filter(step => fits(step, candidate))}, new Set());
    }
  }

  /** Assigns a request to a free step, or to one whose request can be reassigned. */
  #assign(offer: Offer, tried: Set<Pattern>): boolean {
    return offer.steps.some(step => {
      if (tried.has(step)) {
        return false;
      }
      tried.add(step);
      const holder = this.#assigned.get(step);
      const isFree = holder === undefined || this.#assign(holder, tried);
      if (isFree) {
        this.#assigned.set(step, offer);
      }
      return isFree;
    });
  }
}
