import type {JournalEntry} from './entry.js';

/** Limits for the states of all journals. */
export interface StateBounds {
  /** Requests that changed something and still have their states. Each keeps the tree nodes that its commit copied. */
  readonly changes: number;
  /** Rows that these requests changed: one of them may delete thousands. */
  readonly rows: number;
  /** Records listed by changes whose states were dropped. */
  readonly listedRecords: number;
}

const usualBounds: StateBounds = {changes: 10_000, rows: 50_000, listedRecords: 10_000};

/** The share of a bound that is freed at once, because finding the oldest entry takes time. */
const freed = 1 / 16;

/**
 * The journal entries that still have their states, over all accounts. When the states exceed a bound, the oldest
 * entries drop theirs and keep the change that these tell; when those exceed theirs, the oldest keep only its totals.
 */
export class KeptStates {
  readonly #bounds: StateBounds;
  /** In order of arrival. Requests that only read share the states of writes, and must drop them in their turn. */
  readonly #held = new Set<JournalEntry>();
  readonly #dropped = new Set<JournalEntry>();
  #changes = 0;
  #rows = 0;
  #listedRecords = 0;

  constructor(bounds: Partial<StateBounds> = {}) {
    this.#bounds = {...usualBounds, ...bounds};
  }

  get size(): StateBounds {
    return {changes: this.#changes, rows: this.#rows, listedRecords: this.#listedRecords};
  }

  hold(entry: JournalEntry): void {
    if (entry.states === undefined) {
      return;
    }
    this.#held.add(entry);
    this.#changes += entry.hasChanged ? 1 : 0;
    this.#rows += entry.changedRows;
    const {changes, rows} = this.#bounds;
    if (this.#changes > changes || this.#rows > rows) {
      this.#releaseOldest(changes * (1 - freed), rows * (1 - freed));
    }
  }

  /** Drops the states of an entry, which can still tell what it changed. */
  release(entry: JournalEntry): void {
    if (!this.#letGo(entry)) {
      return;
    }
    entry.releaseStates();
    if (entry.listedRecords === 0) {
      return;
    }
    this.#dropped.add(entry);
    this.#listedRecords += entry.listedRecords;
    const {listedRecords} = this.#bounds;
    if (this.#listedRecords > listedRecords) {
      this.#releaseOldestChanges(listedRecords * (1 - freed));
    }
  }

  /** Stops counting an entry that its journal has removed. */
  drop(entry: JournalEntry): void {
    if (!this.#letGo(entry) && this.#dropped.delete(entry)) {
      this.#listedRecords -= entry.listedRecords;
    }
  }

  #letGo(entry: JournalEntry): boolean {
    const wasHeld = this.#held.delete(entry);
    if (wasHeld) {
      this.#changes -= entry.hasChanged ? 1 : 0;
      this.#rows -= entry.changedRows;
    }
    return wasHeld;
  }

  #releaseOldest(changes: number, rows: number): void {
    for (const entry of this.#held) {
      if (this.#changes <= changes && this.#rows <= rows) {
        return;
      }
      this.release(entry);
    }
  }

  #releaseOldestChanges(listedRecords: number): void {
    for (const entry of this.#dropped) {
      if (this.#listedRecords <= listedRecords) {
        return;
      }
      this.drop(entry);
      entry.releaseRecords();
    }
  }
}
