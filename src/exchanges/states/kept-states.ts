import type {Entry} from '../journal/entry.js';

/** What the states of all accounts may take, by estimate. Bytes. */
const usualBound = 64 * 1024 * 1024;

/**
 * Which entries still have their states, over all accounts. Where they take too much, the oldest let go of theirs; what
 * they changed is still told, until that takes too much, too.
 */
export class KeptStates {
  readonly #most: number;
  readonly #held = new Set<Entry>();
  /** Those without states that still list what they changed. */
  readonly #released = new Set<Entry>();
  #bytes = 0;

  constructor(most = usualBound) {
    this.#most = most;
  }

  /** What all of it takes, by estimate. */
  get bytes(): number {
    return this.#bytes;
  }

  hold(entry: Entry): void {
    if (entry.states === undefined) {
      return;
    }
    this.#held.add(entry);
    this.#bytes += entry.weight;
    for (const oldest of this.#held) {
      if (this.#bytes <= this.#most) {
        return;
      }
      this.release(oldest);
    }
    for (const oldest of this.#released) {
      if (this.#bytes <= this.#most) {
        return;
      }
      this.#weigh(oldest, () => oldest.releaseChange());
      this.#released.delete(oldest);
    }
  }

  /** Has an entry let go of its states; what it changed is told all the same. */
  release(entry: Entry): void {
    if (this.#held.delete(entry)) {
      this.#weigh(entry, () => entry.release());
      if (entry.hasChanged) {
        this.#released.add(entry);
      }
    }
  }

  /** Counts an entry no longer: nobody keeps it. */
  drop(entry: Entry): void {
    if (this.#held.delete(entry) || this.#released.delete(entry)) {
      this.#bytes -= entry.weight;
    }
  }

  #weigh(entry: Entry, change: () => void): void {
    this.#bytes -= entry.weight;
    change();
    this.#bytes += entry.weight;
  }
}
