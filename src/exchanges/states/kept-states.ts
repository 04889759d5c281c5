import type {Entry} from '../journal/entry.js';

/** What the states of all accounts may take, by estimate, with what released ones changed. Bytes. */
const usualBound = 64 * 1024 * 1024;

/** The part of it that changes of released states may take, so that they leave room for states. */
const shareOfChanges = 1 / 4;

/** Entries in the order in which they came, and what they take. */
class Weighed {
  readonly #weights = new Map<Entry, number>();
  bytes = 0;

  get oldest(): Entry | undefined {
    return this.#weights.keys().next().value;
  }

  add(entry: Entry): void {
    this.#weights.set(entry, entry.weight);
    this.bytes += entry.weight;
  }

  /** @returns whether it was there */
  delete(entry: Entry): boolean {
    this.bytes -= this.#weights.get(entry) ?? 0;
    return this.#weights.delete(entry);
  }
}

/**
 * Which entries still have their states, over all accounts. Where they take too much, the oldest let go of theirs; what
 * they changed is still told, until that takes too much, too.
 */
export class KeptStates {
  readonly #most: number;
  readonly #held = new Weighed();
  /** Those without states that still list what they changed. */
  readonly #released = new Weighed();

  constructor(most = usualBound) {
    this.#most = most;
  }

  /** What all of it takes, by estimate. */
  get bytes(): number {
    return this.#held.bytes + this.#released.bytes;
  }

  hold(entry: Entry): void {
    if (!entry.hasChanged) {
      return; // it shares the states of others
    }
    this.#held.add(entry);
    while (this.bytes > this.#most && this.#held.oldest !== undefined) {
      this.release(this.#held.oldest);
    }
  }

  /**
   * Has an entry let go of its states; what it changed is told all the same.
   * @param forGood not only to make room
   */
  release(entry: Entry, {forGood = false} = {}): void {
    const wasHeld = this.#held.delete(entry);
    entry.release(forGood);
    if (!wasHeld) {
      return;
    }
    this.#released.add(entry);
    while (this.#released.bytes > this.#most * shareOfChanges) {
      const oldest = this.#released.oldest!;
      this.#released.delete(oldest);
      oldest.releaseChange();
    }
  }

  /** Counts an entry no longer: nobody keeps it. */
  drop(entry: Entry): void {
    if (entry.hasChanged && !this.#held.delete(entry)) {
      this.#released.delete(entry);
    }
  }
}
