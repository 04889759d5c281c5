import type {Entry} from './entry.js';

/** How much of one account is kept. */
export interface JournalBounds {
  readonly exchanges: number;
  /** Of all bodies of requests and replies. */
  readonly bytes: number;
}

export const usualBounds: JournalBounds = {exchanges: 1000, bytes: 8 * 1024 * 1024};

/** Told of what becomes of a journal. */
export interface JournalListener {
  appended?(entry: Entry): void;
  /** All of it is gone, because the account was reset. */
  cleared?(): void;
}

/** The latest exchanges of one account, the oldest first. */
export class AccountJournal {
  readonly #bounds: JournalBounds;
  readonly #onDrop: (entry: Entry) => void;
  readonly #listeners = new Set<JournalListener>();
  #entries: Entry[] = [];
  #bytes = 0;
  #lastEvicted = 0;
  /** Given to what comes from now on. */
  mark: string | undefined;

  /** @param onDrop told of each entry that is kept no longer, whatever the reason */
  constructor(bounds: JournalBounds, onDrop: (entry: Entry) => void) {
    this.#bounds = bounds;
    this.#onDrop = onDrop;
  }

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** The number of the latest exchange that there was no room for any more; 0 where there was for all. */
  get lastEvicted(): number {
    return this.#lastEvicted;
  }

  find(seq: number): Entry | undefined {
    return this.#entries.find(entry => entry.seq === seq);
  }

  append(entry: Entry): void {
    this.#entries.push(entry);
    this.#bytes += entry.bytes;
    while (this.#entries.length > this.#bounds.exchanges || this.#bytes > this.#bounds.bytes) {
      this.#evict();
    }
    for (const listener of this.#listeners) {
      listener.appended?.(entry);
    }
  }

  clear(): void {
    const gone = this.#entries;
    this.#entries = [];
    this.#bytes = 0;
    gone.forEach(this.#onDrop);
    for (const listener of this.#listeners) {
      listener.cleared?.();
    }
  }

  /** @returns ends it */
  listen(listener: JournalListener): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  #evict(): void {
    const oldest = this.#entries.shift()!;
    this.#bytes -= oldest.bytes;
    this.#lastEvicted = oldest.seq;
    this.#onDrop(oldest);
  }
}
