import type {BareStates} from '../states/bare-states.js';
import type {JournalBounds} from './bounds.js';
import type {Entry} from './entry.js';
import {Ring} from './ring.js';

/** Told of what becomes of a journal. */
export interface JournalListener {
  appended?(entry: Entry): void;
  /** All of it is gone, because the account was reset. */
  cleared?(): void;
}

type OwnBounds = Pick<JournalBounds, 'exchanges' | 'bytes'>;

/** The latest exchanges of one account. */
export class AccountJournal {
  readonly #bounds: OwnBounds;
  readonly #onDrop: (entry: Entry) => void;
  readonly #listeners = new Set<JournalListener>();
  readonly #ring = new Ring();
  #bytes = 0;
  #lastEvicted = 0;
  #lastSeq = 0;
  /** What is kept of the states of the account. */
  readonly kept: BareStates;
  /** Given to what comes from now on. */
  mark: string | undefined;

  /**
   * @param kept makes what is kept of states
   * @param onDrop told of each entry that is kept no longer, whatever the reason
   */
  constructor(bounds: OwnBounds, kept: BareStates, onDrop: (entry: Entry) => void) {
    this.#bounds = bounds;
    this.#onDrop = onDrop;
    this.kept = kept;
  }

  /** All that are there, the oldest first; a copy. */
  get entries(): readonly Entry[] {
    return this.#ring.all();
  }

  get size(): number {
    return this.#ring.size;
  }

  /** What all of them take. */
  get bytes(): number {
    return this.#bytes;
  }

  get oldest(): Entry | undefined {
    return this.#ring.first;
  }

  /** The number of the latest exchange that there was; it may be there no more. */
  get lastSeq(): number {
    return this.#lastSeq;
  }

  /**
   * The number of the latest exchange that there was no room for any more; 0 where there was for all since the journal
   * was last emptied.
   */
  get lastEvicted(): number {
    return this.#lastEvicted;
  }

  /** Whether anyone is told of what becomes of it. */
  get isListenedTo(): boolean {
    return this.#listeners.size > 0;
  }

  find(seq: number): Entry | undefined {
    return this.#ring.find(seq);
  }

  /** The first with a greater number. */
  after(seq: number): Entry | undefined {
    return this.#ring.after(seq);
  }

  append(entry: Entry): void {
    this.#ring.push(entry);
    this.#bytes += entry.bytes;
    this.#lastSeq = entry.seq;
    while (this.#ring.size > this.#bounds.exchanges || this.#bytes > this.#bounds.bytes) {
      this.evict();
    }
    for (const listener of this.#listeners) {
      listener.appended?.(entry);
    }
  }

  clear(): void {
    this.#ring.all().forEach(this.#onDrop);
    this.#ring.replace([]);
    this.#bytes = 0;
    this.#lastEvicted = 0;
    for (const listener of this.#listeners) {
      listener.cleared?.();
    }
  }

  /** Takes away what is meant, and nothing else. @returns how many */
  remove(isMeant: (entry: Entry) => boolean): number {
    const {size} = this;
    const [left, gone]: [Entry[], Entry[]] = [[], []];
    for (const entry of this.#ring.all()) {
      (isMeant(entry) ? gone : left).push(entry);
    }
    gone.forEach(this.#onDrop);
    this.#ring.replace(left);
    this.#bytes = left.reduce((sum, {bytes}) => sum + bytes, 0);
    return size - left.length;
  }

  /** Lets go of the oldest. */
  evict(): void {
    const oldest = this.#ring.shift();
    if (oldest !== undefined) {
      this.#bytes -= oldest.bytes;
      this.#lastEvicted = oldest.seq;
      this.#onDrop(oldest);
    }
  }

  /** @returns ends it */
  listen(listener: JournalListener): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }
}
