import {Readable} from 'node:stream';
import {nextTurn} from '../store/chunked.js';
import {summaryOf} from './exchange-view.js';
import type {RequestFilters} from './filters.js';
import {testOf} from './filters.js';
import type {AccountJournal} from './journal/account-journal.js';
import type {JournalEntry} from './journal/entry.js';

/** Interval of keep-alive comments, because readers time out without data. Milliseconds. */
const beat = 15_000;

/** Time for a reader to receive pending data when the stream ends. Milliseconds. */
const patience = 40;

/** Characters that may wait for a slow reader before the stream stops writing. */
const waiting = 64 * 1024;

/** Requests written without a pause: a filter may skip all 100,000 of a journal. */
const mostAtOnce = 50;

/** Other events that may wait for a slow reader; further ones are dropped. */
const mostBesides = 500;

export interface EventStreamOptions {
  readonly journal: AccountJournal;
  readonly filters: RequestFilters;
  /** The stream starts after this number. */
  readonly since: number;
  readonly signal: AbortSignal;
  /** Subscribes to events without a number. @returns a function that unsubscribes */
  readonly besides?: (tell: (event: string, data: object) => void) => () => void;
}

/**
 * The exchanges of an account as server-sent events. The stream stores no exchange: it remembers the last number it
 * sent and reads on from the journal when the reader has room. If the journal has evicted some by then, an event tells
 * the reader which.
 */
export class EventStream extends Readable {
  readonly #journal: AccountJournal;
  readonly #isMeant: (entry: JournalEntry) => boolean;
  readonly #end: () => void;
  #position: number;
  #hasRoom = false;
  #wasCleared = false;
  #isPaused = false;
  #isClosed = false;
  #sinceTurn = 0;
  readonly #besides: Array<readonly [event: string, data: object]> = [];

  constructor({journal, filters, since, signal, besides}: EventStreamOptions) {
    super({highWaterMark: waiting, encoding: 'utf8'});
    this.#journal = journal;
    this.#isMeant = testOf(filters);
    this.#position = since;
    const endListening = journal.listen({
      appended: () => this.#advance(),
      cleared: () => {
        this.#wasCleared = true;
        this.#advance();
      },
    });
    const endBesides = besides?.((event, data) => {
      if (this.#besides.length < mostBesides) {
        this.#besides.push([event, data]);
      }
      this.#advance();
    });
    const timer = setInterval(() => this.#hasRoom && this.#write(': still here\n\n'), beat).unref();
    const close = () => {
      this.#end();
      this.push(null);
      setTimeout(() => this.destroy(), patience).unref(); // a reader that stopped reading would never receive the end
    };
    signal.addEventListener('abort', close, {once: true});
    this.#end = () => {
      this.#isClosed = true;
      endListening();
      endBesides?.();
      clearInterval(timer);
      signal.removeEventListener('abort', close);
    };
    this.#write(': requests of the account, as they are answered\n\n'); // tells the reader that it is connected
  }

  override _read(): void {
    this.#hasRoom = true;
    this.#advance();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#end();
    done(error);
  }

  /** Sends available data while there is room for it, in several turns if there is much. */
  #advance(): void {
    if (this.#isPaused) {
      return;
    }
    if (this.#hasRoom && this.#wasCleared) {
      this.#wasCleared = false;
      this.#position = Math.max(this.#position, (this.#journal.oldest?.seq ?? this.#journal.lastSeq + 1) - 1);
      this.#event('cleared', this.#position, {});
    }
    if (this.#hasRoom && this.#journal.lastEvicted > this.#position) {
      const [from, to] = [this.#position + 1, this.#journal.lastEvicted];
      this.#position = to;
      this.#event('gap', to, {from, to});
    }
    for (let entry = this.#next(); entry !== undefined; entry = this.#next()) {
      if (this.#sinceTurn === mostAtOnce) {
        this.#pause();
        return;
      }
      this.#sinceTurn += 1;
      this.#position = entry.seq;
      if (this.#isMeant(entry)) {
        this.#event('request', entry.seq, summaryOf(entry));
      }
    }
    while (this.#hasRoom && this.#besides.length > 0) {
      const [event, data] = this.#besides.shift()!;
      this.#write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`); // the id lets a reader resume here
    }
  }

  #pause(): void {
    this.#isPaused = true;
    void nextTurn().then(() => {
      this.#isPaused = false;
      this.#sinceTurn = 0;
      if (!this.#isClosed) {
        this.#advance();
      }
    });
  }

  #next(): JournalEntry | undefined {
    return this.#hasRoom ? this.#journal.after(this.#position) : undefined;
  }

  #event(name: string, id: number, data: object): void {
    this.#write(`id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  #write(text: string): void {
    this.#hasRoom = this.push(text);
  }
}
