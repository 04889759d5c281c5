import type {FaultKind, When} from '../fault-kind.js';
import type {FaultRequest} from '../known-operations.js';
import type {FaultSpec} from './fault-spec.js';

/** Which of the requests that a rule matches it is for; every one where nothing is said. */
export interface Occurrences {
  /** The nth alone, from 1 on. */
  readonly nth?: number;
  /** Those behind the first so many, `times` of them; all where `times` is left out. */
  readonly after?: number;
  readonly times?: number;
  /** The nth, the 2nth, ... */
  readonly every?: number;
  /** Each with this chance, from 0 to 1. */
  readonly probability?: number;
  /** Another seed draws other chances. */
  readonly seed?: number;
}

/** When what happens to which requests; as it was read, with nothing left to be checked. */
export interface Rule extends Occurrences {
  /** Undefined where it gets one of the set that it is added to. */
  readonly id?: string;
  /** The id of an operation, or `*`. */
  readonly operation: string;
  /** As it was written; `matches` says what it comes to. */
  readonly match?: object;
  readonly matches: (request: FaultRequest) => boolean;
  readonly when: When;
  /** The name of the kind. */
  readonly kind: string;
  readonly faultKind: FaultKind;
  readonly fault: FaultSpec;
  /** Milliseconds that it lasts; null for as long as the sandbox; undefined where nobody said. */
  readonly ttl?: number | null;
}

/** Whether the rule is for this one of the requests that it matches. @param chance from 0 to 1, drawn for it */
export function isDue(rule: Occurrences, occurrence: number, chance: () => number): boolean {
  const {nth, every, probability, after = 0, times = Number.POSITIVE_INFINITY} = rule;
  if (nth !== undefined) {
    return occurrence === nth;
  }
  if (every !== undefined) {
    return occurrence % every === 0;
  }
  if (probability !== undefined) {
    return chance() < probability;
  }
  return occurrence > after && occurrence <= after + times;
}
