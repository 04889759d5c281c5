import {Readable} from 'node:stream';
import {nextTurn} from '../store/chunked.js';
import {summaryOf} from './exchange-view.js';
import type {RequestFilters} from './filters.js';
import {testOf} from './filters.js';
import type {AccountJournal} from './journal/account-journal.js';
import type {JournalEntry} from './journal/entry.js';

/** Interval of keep-alive comments, because readers time out without data. Milliseconds. */
const beat = 15_000;

/** Milliseconds that a reader has to receive pending data when the stream ends. */
const patience = 40;

/** Characters that may wait for a slow reader before the stream stops writing. */
const waiting = 64 * 1024;

/** Requests processed without a pause: a filter may skip all 100,000 of a journal. */
const maxAtOnce = 50;

/** Findings that may wait for a slow reader; further ones are dropped. */
const maxFindings = 500;

export interface EventStreamOptions {
  readonly journal: AccountJournal;
  readonly filters: RequestFilters;
  /** The stream starts after this number. */
  readonly since: number;
  readonly signal: AbortSignal;
  /** Subscribes to findings. @returns a function that unsubscribes */
  readonly subscribe: (notify: (finding: object) => void) => () => void;
}

/**
 * The exchanges of an account as server-sent events. The stream stores no exchange: it remembers the last number it
 * sent and continues from the journal when the buffer has space. If the journal has evicted some by then, an event
 * reports which.
 */
export class EventStream extends Readable {
  readonly #journal: AccountJournal;
  readonly #isMeant: (entry: JournalEntry) => boolean;
  readonly #end: () => void;
  #position: number;
  #hasRoom = false;
  #wasCleared = false;
  #isBusy = false;
  readonly #findings: object[] = [];

  constructor({journal, filters, since, signal, subscribe}: EventStreamOptions) {
    super({highWaterMark: waiting, encoding: 'utf8'});
    this.#journal = journal;
    this.#isMeant = testOf(filters);
    this.#position = since;
    const endListening = journal.listen({
      appended: () => void this.#advance(),
      cleared: () => {
        this.#wasCleared = true;
        void this.#advance();
      },
    });
    const endFindings = subscribe(finding => {
      if (this.#findings.length < maxFindings) {
        this.#findings.push(finding);
      }
      void this.#advance();
    });
    const timer = setInterval(() => this.#hasRoom && this.#write(': still here\n\n'), beat).unref();
    const close = () => {
      this.#end();
      this.push(null);
      setTimeout(() => this.destroy(), patience).unref(); // a reader that does not read would never receive the end
    };
    signal.addEventListener('abort', close, {once: true});
    this.#end = () => {
      this.#hasRoom = false;
      endListening();
      endFindings();
      clearInterval(timer);
      signal.removeEventListener('abort', close);
    };
    this.#write(': requests of the account, as they are answered\n\n'); // shows the reader that it is connected
  }

  override _read(): void {
    this.#hasRoom = true;
    void this.#advance();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#end();
    done(error);
  }

  /** Sends available data while there is space, over several turns if necessary. */
  async #advance(): Promise<void> {
    if (this.#isBusy) {
      return;
    }
    this.#isBusy = true;
    for (let count = 1; this.#hasRoom && this.#sendNext(); count++) {
      if (count % maxAtOnce === 0) {
        await nextTurn();
      }
    }
    this.#isBusy = false;
  }

  /** @returns false if there is nothing to send */
  #sendNext(): boolean {
    const {oldest, lastSeq, lastEvicted} = this.#journal;
    if (this.#wasCleared) {
      this.#wasCleared = false;
      return this.#send('cleared', {}, Math.max(this.#position, (oldest?.seq ?? lastSeq + 1) - 1));
    }
    if (lastEvicted > this.#position) {
      return this.#send('gap', {from: this.#position + 1, to: lastEvicted}, lastEvicted);
    }
    const entry = this.#journal.after(this.#position);
    if (entry === undefined) {
      const finding = this.#findings.shift();
      return finding !== undefined && this.#send('finding', finding);
    }
    this.#position = entry.seq;
    return !this.#isMeant(entry) || this.#send('request', summaryOf(entry), entry.seq);
  }

  /** @param id omitted for a finding, so that a reader resumes after the last request */
  #send(event: string, data: object, id?: number): true {
    this.#position = id ?? this.#position;
    this.#write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    return true;
  }

  #write(text: string): void {
    this.#hasRoom = this.push(text);
  }
}
