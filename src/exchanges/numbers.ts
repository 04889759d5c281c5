/** How many names that are not in use any more are remembered by themselves. */
const mostRetired = 100_000;

/**
 * Counts by name, from 1 on, and gives no name a number twice: not even one that was retired and comes back. So many
 * that were retired share one count at last that a sandbox which makes accounts without end stays as small as it is.
 */
export class Numbers {
  readonly #last = new Map<string, number>();
  /** The earliest first. */
  readonly #retired = new Map<string, number>();
  /** No name that is new is given one of these: it may have had them. */
  #shared = 0;
  readonly #mostRetired: number;

  constructor(most = mostRetired) {
    this.#mostRetired = most;
  }

  next(name: string): number {
    const number = (this.#last.get(name) ?? this.#comeBack(name)) + 1;
    this.#last.set(name, number);
    return number;
  }

  retire(name: string): void {
    const last = this.#last.get(name);
    if (last === undefined) {
      return;
    }
    this.#last.delete(name);
    this.#retired.set(name, last);
    if (this.#retired.size > this.#mostRetired) {
      const [[earliest, number]] = this.#retired as unknown as [[string, number]];
      this.#retired.delete(earliest);
      this.#shared = Math.max(this.#shared, number);
    }
  }

  #comeBack(name: string): number {
    const last = this.#retired.get(name) ?? this.#shared;
    this.#retired.delete(name);
    return last;
  }
}
