/** The requests of the last minutes, of which there can be no more than so many. */
export class SlidingWindow {
  readonly #most: number;
  readonly #span: number;
  /** How many came at a moment, in milliseconds since 1970; the oldest first. */
  readonly #counts = new Map<number, number>();
  #total = 0;
  /** When it was asked last. */
  #latest = Number.NEGATIVE_INFINITY;

  /** @param span milliseconds */
  constructor(most: number, span: number) {
    this.#most = most;
    this.#span = span;
  }

  /**
   * Counts a request, if there is room for it.
   * @param now milliseconds since 1970
   * @returns for how many milliseconds there is no room; 0 where it was counted
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

  /** What is too old; and what is still to come, where the clock was set back. */
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
