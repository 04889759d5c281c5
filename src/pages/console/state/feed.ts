import {signal} from '@preact/signals';
import {createParser, type EventSourceMessage} from 'eventsource-parser';
import type {RequestSummary} from '../../../exchanges/exchange-view.js';
import type {Finding} from '../../../findings/finding.js';
import {fetchJson, loadAccounts, reasonOf, send, statusOf} from './api.js';

export interface Request extends RequestSummary {
  /** A summary of its changes, once loaded. */
  wrote?: string;
}

/** Maximum number of rows on the page: the oldest are dropped. */
const maxRows = 20_000;

/** Characters. An event is at most a line of a list: more indicates a different kind of stream. */
const maxBufferSize = 4 * 1024 * 1024;

/** Milliseconds between updates, so that a thousand requests are drawn once. */
const pause = 60;

/** Temporary errors: no response, too many streams, or a closing sandbox. */
const temporary = [0, 429, 503];

/** Milliseconds before each reconnection attempt. */
const delays = [300, 1000, 2000, 4000];

interface Listeners {
  /** Called with rows that arrive after the initial ones. */
  readonly onRows: (rows: readonly Request[]) => void;
  /** Called when the sandbox cleared its history: after a reset. */
  readonly onCleared: () => void;
  /** Called with the first finding of each mistake. */
  readonly onFinding: (finding: Finding) => void;
}

/** The requests of an account as they arrive, the oldest first, beginning with those of the journal. */
export class Feed {
  readonly rows = signal<readonly Request[]>([]);
  /** True once the initial rows have arrived. */
  readonly isLoaded = signal(false);
  readonly isConnected = signal(true);
  /** The sandbox's error for an invalid filter. */
  readonly error = signal('');
  /** The last request that was evicted from the journal before it could be shown. */
  readonly evicted = signal(0);

  readonly #account: string;
  readonly #filters: string;
  readonly #listeners: Partial<Listeners>;
  readonly #ending = new AbortController();
  #attempt = 0;
  #last = 0;
  #pending: Request[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param filters as a query: `status=4xx` */
  constructor(account: string, filters: string, listeners: Partial<Listeners> = {}) {
    this.#account = account;
    this.#filters = filters;
    this.#listeners = listeners;
    void this.#run();
  }

  close(): void {
    this.#ending.abort();
    clearTimeout(this.#timer);
  }

  async #run(): Promise<void> {
    while (!this.#ending.signal.aborted) {
      try {
        await this.#connect();
      } catch (error) {
        if (!temporary.includes(statusOf(error))) {
          this.error.value = reasonOf(error);
          this.isLoaded.value = true;
          return;
        }
      }
      this.isConnected.value = false;
      await new Promise(resolve => setTimeout(resolve, delays[Math.min(this.#attempt, delays.length - 1)]));
      this.#attempt += 1;
    }
  }

  async #connect(): Promise<void> {
    if (this.isLoaded.value) {
      await loadAccounts(); // if the account is gone, the feed ends; using its key would recreate the account
      this.#ending.signal.throwIfAborted();
      await this.#noticeRestart();
    }
    const path = `/_sandbox/events?since=${this.#last}${this.#filters && `&${this.#filters}`}`;
    const {body} = await send('GET', path, {signal: this.#ending.signal, account: this.#account});
    this.#attempt = 0;
    this.isConnected.value = true;
    this.error.value = '';
    setTimeout(() => this.#show(), pause * 2);
    const parser = createParser({onEvent: event => this.#take(event), maxBufferSize});
    const text = body!.pipeThrough(new TextDecoderStream()).getReader();
    for (let next = await text.read(); !next.done; next = await text.read()) {
      parser.feed(next.value);
    }
  }

  /** A new sandbox on this port counts from 1 again. */
  async #noticeRestart(): Promise<void> {
    if (this.#last > 0) {
      const signal = this.#ending.signal;
      const path = '/_sandbox/requests?limit=1';
      const {requests} = await fetchJson<{requests: Request[]}>('GET', path, {signal, account: this.#account});
      if ((requests[0]?.seq ?? 0) < this.#last) {
        this.#clear();
        this.#last = 0;
      }
    }
  }

  #take({event, data}: EventSourceMessage): void {
    if (event === 'request') {
      const request = JSON.parse(data) as Request;
      this.#last = request.seq;
      this.#pending.push(request);
    } else if (event === 'finding') {
      this.#listeners.onFinding?.(JSON.parse(data) as Finding);
    } else if (event === 'cleared') {
      this.#clear();
      this.#listeners.onCleared?.();
    } else if (event === 'gap') {
      const {to} = JSON.parse(data) as {to: number};
      this.#last = Math.max(this.#last, to);
      this.evicted.value = to;
    }
    this.#timer ??= setTimeout(() => this.#show(), pause);
  }

  #clear(): void {
    this.rows.value = [];
    this.#pending = [];
    this.evicted.value = 0;
  }

  #show(): void {
    this.#timer = undefined;
    if (this.#ending.signal.aborted) {
      return;
    }
    const isFirst = !this.isLoaded.value;
    if (this.#pending.length > 0) {
      const added = this.#pending;
      this.#pending = [];
      this.rows.value = this.rows.value.concat(added).slice(-maxRows);
      if (!isFirst) {
        this.#listeners.onRows?.(added);
      }
    }
    this.isLoaded.value = true;
  }
}
