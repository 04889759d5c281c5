export class SlidingWindow {
  readonly #most: number;
  readonly #span: number;
  /** The number of requests by time in milliseconds since 1970, the oldest first. */
  readonly #counts = new Map<number, number>();
  #total = 0;
  #latest = Number.NEGATIVE_INFINITY;

  /** @param span milliseconds */
  constructor(most: number, span: number) {
    this.#most = most;
    this.#span = span;
  }

  /**
   * Counts a request if it is within the limit.
   * @param now milliseconds since 1970
   * @returns milliseconds until the request would be accepted; 0 if it was counted
   */
  count(now: number): number {
    this.#forget(now);
    if (this.#total < this.#most) {
      this.#counts.set(now, (this.#counts.get(now) ?? 0) + 1);
      this.#total += 1;
      return 0;
    }
    const [oldest = now] = this.#counts.keys();
    return oldest + this.#span - now;
  }

  /** Drops expired entries, and future ones in case the clock was set back. */
  #forget(now: number): void {
    for (const at of this.#counts.keys()) {
      if (at > now - this.#span && this.#latest <= now) {
        break;
      }
      if (at <= now - this.#span || at > now) {
        this.#total -= this.#counts.get(at)!;
        this.#counts.delete(at);
      }
    }
    this.#latest = now;
  }
}
