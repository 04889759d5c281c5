/** Five minutes, in milliseconds. */
const span = 5 * 60 * 1000;

/** The requests of the last five minutes, of which there can be no more than so many. */
export class SlidingWindow {
  readonly #most: number;
  /** How many came at a moment, in milliseconds since 1970; the oldest first. */
  readonly #counts = new Map<number, number>();
  #total = 0;
  /** When it was asked last. */
  #latest = Number.NEGATIVE_INFINITY;

  constructor(most: number) {
    this.#most = most;
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
    return oldest + span - now;
  }

  /** What is five minutes old; and what is still to come, where the clock was set back. */
  #forget(now: number): void {
    for (const at of this.#counts.keys()) {
      if (at > now - span && this.#latest <= now) {
        break;
      }
      if (at <= now - span || at > now) {
        this.#total -= this.#counts.get(at)!;
        this.#counts.delete(at);
      }
    }
    this.#latest = now;
  }
}
