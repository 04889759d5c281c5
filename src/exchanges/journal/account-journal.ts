import type {AccountState} from '../../accounts/account-state.js';
import type {TakeOver} from '../../accounts/change-log.js';
import type {JournalBounds} from './bounds.js';
import {bareState, type JournalEntry} from './entry.js';
import {Marks} from './marks.js';

export interface JournalListener {
  appended?(entry: JournalEntry): void;
  /** Called when the account is reset, which removes all entries. */
  cleared?(): void;
}

/** The latest exchanges of one account. */
export class AccountJournal {
  readonly #listeners = new Set<JournalListener>();
  /** By number, in order of arrival. Numbers increase, with gaps where entries were removed. */
  readonly #entries = new Map<number, JournalEntry>();
  #oldestSeq = 0;
  #bytes = 0;
  #lastEvicted = 0;
  #lastSeq = 0;
  #isWhole = false;
  readonly marks = new Marks();
  #latest: {readonly state: AccountState; readonly bare: AccountState} | undefined;

  /**
   * @param onDrop called with each entry that leaves the journal, for any reason
   * @param takeOver the moment at which this process took over the account from another one
   */
  constructor(
    private readonly bounds: Pick<JournalBounds, 'exchanges' | 'bytes'>,
    private readonly onDrop: (entry: JournalEntry) => void,
    private readonly takeOver: () => TakeOver | undefined,
  ) {}

  /** The take-over before which another process recorded requests; undefined if there were none since a reset. */
  get lostBefore(): TakeOver | undefined {
    return this.#isWhole ? undefined : this.takeOver();
  }

  /** A copy, the oldest first. */
  get entries(): readonly JournalEntry[] {
    return [...this.#entries.values()];
  }

  get size(): number {
    return this.#entries.size;
  }

  get oldest(): JournalEntry | undefined {
    return this.#entries.get(this.#oldestSeq);
  }

  /** The number of the latest exchange, even if it has left the journal. */
  get lastSeq(): number {
    return this.#lastSeq;
  }

  /**
   * The number of the latest exchange that was evicted or lost in a take-over since the journal was cleared; otherwise
   * 0.
   */
  get lastEvicted(): number {
    return Math.max(this.#lastEvicted, this.lostBefore?.lastNumber ?? 0);
  }

  get isListenedTo(): boolean {
    return this.#listeners.size > 0;
  }

  /** Returns the state without indexes. Most requests begin with the final state of the previous one. */
  bare(state: AccountState): AccountState {
    if (this.#latest?.state !== state) {
      this.#latest = {state, bare: bareState(state)};
    }
    return this.#latest.bare;
  }

  /** Drops the shared state so that it can be freed. */
  forgetState(): void {
    this.#latest = undefined;
  }

  find(seq: number): JournalEntry | undefined {
    return this.#entries.get(seq);
  }

  /** The first entry with a greater number. */
  after(seq: number): JournalEntry | undefined {
    for (let next = Math.max(seq + 1, this.#oldestSeq); this.size > 0 && next <= this.#lastSeq; next++) {
      const entry = this.#entries.get(next);
      if (entry !== undefined) {
        return entry;
      }
    }
    return undefined;
  }

  append(entry: JournalEntry): void {
    if (this.size === 0) {
      this.#oldestSeq = entry.seq;
    }
    this.#entries.set(entry.seq, entry);
    this.#bytes += entry.exchange.bytes;
    this.#lastSeq = entry.seq;
    while (this.size > this.bounds.exchanges || this.#bytes > this.bounds.bytes) {
      this.evict();
    }
    for (const listener of this.#listeners) {
      listener.appended?.(entry);
    }
  }

  clear(): void {
    this.remove(() => true);
    this.forgetState();
    this.#lastEvicted = 0;
    this.#isWhole = true;
    for (const listener of this.#listeners) {
      listener.cleared?.();
    }
  }

  /** Ends with the account: another one may get its name. */
  end(): void {
    this.clear();
    this.#isWhole = false;
  }

  /** Removes the entries that match. @returns their number */
  remove(matches: (entry: JournalEntry) => boolean): number {
    const removed = this.entries.filter(matches);
    for (const entry of removed) {
      this.#drop(entry);
    }
    this.#oldestSeq = this.#entries.keys().next().value ?? 0;
    return removed.length;
  }

  evict(): void {
    const {oldest} = this;
    if (oldest !== undefined) {
      this.#drop(oldest);
      this.#lastEvicted = oldest.seq;
      this.#oldestSeq = this.after(oldest.seq)?.seq ?? 0;
    }
  }

  /** @returns a function that unsubscribes */
  listen(listener: JournalListener): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  #drop(entry: JournalEntry): void {
    this.#entries.delete(entry.seq);
    this.#bytes -= entry.exchange.bytes;
    this.onDrop(entry);
  }
}
