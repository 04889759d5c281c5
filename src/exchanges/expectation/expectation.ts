import type {Matcher} from '../matcher/matcher.js';
import type {MatchableRequest} from '../matcher/request.js';

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

export const fits = (matcher: Matcher, {request, mark}: Candidate): boolean => matcher.matches(request, mark);
