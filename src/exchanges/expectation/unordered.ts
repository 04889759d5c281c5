import type {Matcher} from '../matcher/matcher.js';
import {type Candidate, type Expectation, fits, type Seen} from './expectation.js';

/**
 * Expects a separate request for each kind, in any order. A request that fits several kinds is reassigned if that
 * leaves a kind to a request that fits no other: this computes a maximum matching of kinds and requests.
 */
export class UnorderedExpectation implements Expectation {
  readonly isBounded = false;
  readonly isFailed = false;
  readonly unknown = 0;
  readonly #kinds: readonly Matcher[];
  /** The request assigned to each kind, and the other kinds it fits. */
  readonly #given = new Map<Matcher, Offer>();

  constructor(kinds: readonly Matcher[]) {
    this.#kinds = kinds;
  }

  add(candidate: Candidate): void {
    if (!this.holds) {
      const kinds = this.#kinds.filter(kind => fits(kind, candidate));
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
    return this.#kinds.flatMap(kind => this.#given.get(kind)?.seen ?? []);
  }

  get count(): number {
    return this.#given.size;
  }

  get holds(): boolean {
    return this.#given.size === this.#kinds.length;
  }

  get isSettled(): boolean {
    return this.holds;
  }

  get missing(): Matcher | undefined {
    return this.#kinds.find(kind => !this.#given.has(kind));
  }
}

interface Offer {
  readonly seen: Seen;
  readonly kinds: readonly Matcher[];
}
