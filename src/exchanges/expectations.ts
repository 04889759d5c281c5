import type {MatchableRequest} from './matcher/compare.js';
import type {Matcher} from './matcher/matcher.js';

/** One request while it may count toward an expectation. */
export interface Seen {
  /** Its number; undefined until the response is sent. */
  seq: number | undefined;
  /** True if its exchange has been published or is being published. */
  isAnswered: boolean;
}

export interface Candidate {
  readonly seen: Seen;
  readonly request: MatchableRequest;
  readonly mark?: string | undefined;
}

/** An expectation about requests, which are added in the order in which they arrive. */
export interface Expectation {
  add(candidate: Candidate): void;
  /** True if the expectation holds for the requests so far. */
  readonly holds: boolean;
  /** True if no further request can change the result. */
  readonly isSettled: boolean;
  /** True if the expectation has failed for good. */
  readonly isFailed: boolean;
  /** True if one more request, among those no longer available, could make it fail. */
  readonly isBounded: boolean;
  /** Number of requests that might count but cannot be checked, because only the start of their bodies is kept. */
  readonly unknown: number;
  /** The requests that satisfy it, or that matched before it failed. */
  readonly found: readonly Seen[];
  /** Number of matches; `found` may omit some. */
  readonly count: number;
  /** The most important missing request; undefined if none is missing. */
  readonly missing: Matcher | undefined;
}

const fits = (matcher: Matcher, {request, mark}: Candidate): boolean => matcher.matches(request, mark);

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

/** Expects one request for each step. A later request may always complete it, so that it never fails for good. */
abstract class StepsExpectation implements Expectation {
  readonly isBounded = false;
  readonly isFailed = false;
  readonly unknown = 0;

  constructor(protected readonly steps: readonly Matcher[]) {}

  abstract add(candidate: Candidate): void;

  abstract get found(): readonly Seen[];

  get count(): number {
    return this.found.length;
  }

  get holds(): boolean {
    return this.count === this.steps.length;
  }

  get isSettled(): boolean {
    return this.holds;
  }

  get missing(): Matcher | undefined {
    return this.steps[this.count];
  }
}

/** Expects the steps in this order; other requests may come between them. */
export class SequenceExpectation extends StepsExpectation {
  readonly found: Seen[] = [];

  /** Greedy: the first request that fits a step is as good as any later one. */
  add(candidate: Candidate): void {
    const step = this.missing;
    if (step !== undefined && fits(step, candidate)) {
      this.found.push(candidate.seen);
    }
  }
}

/** Expects the steps in this order, with no other request between them. */
export class StrictSequenceExpectation extends StepsExpectation {
  /** The partial sequences that may still complete, the longest first. */
  #runs: ReadonlyArray<readonly Seen[]> = [];
  #longest: readonly Seen[] = [];

  add(candidate: Candidate): void {
    if (this.holds) {
      return;
    }
    this.#runs = [...this.#runs, []]
      .filter(run => fits(this.steps[run.length]!, candidate))
      .map(run => [...run, candidate.seen]);
    const [longest = []] = this.#runs;
    if (longest.length > this.#longest.length) {
      this.#longest = longest;
    }
  }

  get found(): readonly Seen[] {
    return this.#longest;
  }
}

/**
 * Expects a separate request for each kind, in any order. A request that fits several kinds is reassigned if that
 * leaves a kind to a request that fits no other: this computes a maximum matching of kinds and requests.
 */
export class UnorderedExpectation extends StepsExpectation {
  /** The request assigned to each kind, and the other kinds it fits. */
  readonly #given = new Map<Matcher, Offer>();

  add(candidate: Candidate): void {
    if (!this.holds) {
      const kinds = this.steps.filter(kind => fits(kind, candidate));
      this.#place({seen: candidate.seen, kinds}, new Set());
    }
  }

  /** Assigns a request to a free kind, or to one whose request can be reassigned. */
  #place(offer: Offer, tried: Set<Matcher>): boolean {
    for (const kind of offer.kinds) {
      if (!tried.has(kind)) {
        tried.add(kind);
        const holder = this.#given.get(kind);
        if (holder === undefined || this.#place(holder, tried)) {
          this.#given.set(kind, offer);
          return true;
        }
      }
    }
    return false;
  }

  /** In the order of the kinds. */
  get found(): readonly Seen[] {
    return this.steps.flatMap(kind => this.#given.get(kind)?.seen ?? []);
  }

  override get missing(): Matcher | undefined {
    return this.steps.find(kind => !this.#given.has(kind));
  }
}

interface Offer {
  readonly seen: Seen;
  readonly kinds: readonly Matcher[];
}
