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
  readonly #size = {changes: 0, rows: 0, listedRecords: 0};
  /** In order of arrival. Requests that only read share the states of writes, and must drop them in their turn. */
  readonly #held = new Set<JournalEntry>();
  readonly #dropped = new Set<JournalEntry>();

  constructor(bounds: Partial<StateBounds> = {}) {
    this.#bounds = {...usualBounds, ...bounds};
  }

  get size(): StateBounds {
    return {...this.#size};
  }

  hold(entry: JournalEntry): void {
    if (entry.states !== undefined) {
      this.#held.add(entry);
      this.#count(entry, 1);
      this.#trim(['changes', 'rows'], this.#held, oldest => this.release(oldest));
    }
  }

  /** Drops the states of an entry, which can still tell what it changed. */
  release(entry: JournalEntry): void {
    if (!this.#held.delete(entry)) {
      return;
    }
    this.#count(entry, -1);
    entry.releaseStates();
    if (entry.listedRecords > 0) {
      this.#dropped.add(entry);
      this.#size.listedRecords += entry.listedRecords;
      this.#trim(['listedRecords'], this.#dropped, oldest => {
        this.drop(oldest);
        oldest.releaseRecords();
      });
    }
  }

  /** Stops counting an entry that its journal has removed. */
  drop(entry: JournalEntry): void {
    if (this.#held.delete(entry)) {
      this.#count(entry, -1);
    } else if (this.#dropped.delete(entry)) {
      this.#size.listedRecords -= entry.listedRecords;
    }
  }

  #count(entry: JournalEntry, sign: 1 | -1): void {
    this.#size.changes += entry.hasChanged ? sign : 0;
    this.#size.rows += sign * entry.changedRows;
  }

  #trim(
    names: ReadonlyArray<keyof StateBounds>,
    entries: Set<JournalEntry>,
    release: (oldest: JournalEntry) => void,
  ): void {
    const isOver = (share: number) => names.some(name => this.#size[name] > this.#bounds[name] * share);
    if (isOver(1)) {
      for (const entry of entries) {
        if (!isOver(1 - freed)) {
          return;
        }
        release(entry);
      }
    }
  }
}
