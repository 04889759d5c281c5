import {Readable} from 'node:stream';
import {nextTurn} from '../../workload/steps.js';
import type {RequestFilters} from '../filters/request-filters.js';
import {testOf} from '../filters/select.js';
import type {AccountJournal} from '../journal/account-journal.js';
import type {Entry} from '../journal/entry.js';
import {summaryOf} from '../shown/summary.js';

/** Something is sent at least so often, or who reads takes the connection for dead. Milliseconds. */
const beat = 15_000;

/** How long a reader may take for what it has not read when the stream is ended. Milliseconds. */
const patience = 40;

/** Characters that wait for a slow reader before nothing more is written for it. */
const waiting = 64 * 1024;

/** Requests that are written without a pause: filters may pass over all 100,000 of a journal. */
const mostAtOnce = 50;

/** What is told besides requests waits for a slow reader, so many of it; the rest is not told. */
const mostBesides = 500;

export interface EventStreamOptions {
  readonly journal: AccountJournal;
  readonly filters: RequestFilters;
  /** The number behind which it begins. */
  readonly since: number;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** What is told besides, without a number: it is given what sends an event. @returns ends it */
  readonly besides?: (tell: (event: string, data: object) => void) => () => void;
  /** Milliseconds between two signs of life. Default: 15 s */
  readonly heartbeat?: number;
}

/**
 * The exchanges of an account as server-sent events, each once it is there. It holds no exchange: it knows the number of
 * the last that it sent, and reads on from the journal when the reader has room. Where the journal has let go of some
 * by then, the reader is told which.
 */
export class EventStream extends Readable {
  readonly #journal: AccountJournal;
  readonly #isMeant: (entry: Entry) => boolean;
  readonly #end: () => void;
  #position: number;
  #hasRoom = false;
  #wasCleared = false;
  #isPaused = false;
  #isClosed = false;
  #sinceTurn = 0;
  /** What waits of what is told besides. */
  readonly #besides: Array<readonly [event: string, data: object]> = [];

  constructor({journal, filters, since, signal, besides, heartbeat = beat}: EventStreamOptions) {
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
    const timer = setInterval(() => this.#hasRoom && this.#write(': still here\n\n'), heartbeat).unref();
    const close = () => {
      this.#end();
      this.push(null);
      setTimeout(() => this.destroy(), patience).unref(); // a reader that has stopped reading would never see the end
    };
    signal.addEventListener('abort', close, {once: true});
    this.#end = () => {
      this.#isClosed = true;
      endListening();
      endBesides?.();
      clearInterval(timer);
      signal.removeEventListener('abort', close);
    };
    this.#write(': requests of the account, as they are answered\n\n'); // so that the reader knows it is connected
  }

  override _read(): void {
    this.#hasRoom = true;
    this.#advance();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#end();
    done(error);
  }

  /** Sends what there is for as long as there is room for it, in turns if it is much. */
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
      this.#write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`); // who comes back goes on behind a request
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

  #next(): Entry | undefined {
    return this.#hasRoom ? this.#journal.after(this.#position) : undefined;
  }

  #event(name: string, id: number, data: object): void {
    this.#write(`id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  #write(text: string): void {
    this.#hasRoom = this.push(text);
  }
}
