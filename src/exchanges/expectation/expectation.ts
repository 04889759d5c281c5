import type {Matcher} from '../matcher/matcher.js';
import type {MatchableRequest} from '../matcher/request.js';

/** One request, for as long as it is talked of. */
export interface Seen {
  /** Its number; undefined until it is answered. */
  seq: number | undefined;
  /** Whether its exchange was published since it was first talked of, or is right now. */
  isAnswered: boolean;
}

export interface Candidate {
  readonly seen: Seen;
  readonly request: MatchableRequest;
  readonly mark?: string | undefined;
}

/** What is expected of the requests that came, told of one after another in the order in which they came. */
export interface Expectation {
  add(candidate: Candidate): void;
  /** Whether it holds of those that came so far. */
  readonly holds: boolean;
  /** Whether nothing that may still come changes that. */
  readonly isSettled: boolean;
  /** Whether it is wrong whatever else came, or may come. */
  readonly isFailed: boolean;
  /** Whether one more request, among those that nobody can look at any more, could make it wrong. */
  readonly isBounded: boolean;
  /** How many requests might count, but nobody can tell: only the beginning of their bodies is kept. */
  readonly unknown: number;
  /** Those that it holds by, or that were found before it failed. */
  readonly found: readonly Seen[];
  /** How many were found: `found` may leave out some. */
  readonly count: number;
  /** What is missing most; undefined where nothing is. */
  readonly missing: Matcher | undefined;
}

/** Whether a matcher fits a candidate. */
export const fits = (matcher: Matcher, {request, mark}: Candidate): boolean => matcher.matches(request, mark);
