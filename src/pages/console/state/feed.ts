import {signal} from '@preact/signals';
import {createParser, type EventSourceMessage} from 'eventsource-parser';
import type {RequestSummary} from '../../../exchanges/exchange-view.js';
import type {Finding} from '../../../findings/finding.js';
import {fetchJson, loadAccounts, reasonOf, send, statusOf} from './api.js';
import {Tabs} from './tabs.js';

export interface Request extends RequestSummary {
  /** A summary of its changes, once loaded. */
  wrote?: string;
}

/** Maximum number of rows on the page: the oldest are dropped. */
const maxRows = 20_000;

/** Characters. An event is at most one line of a list; a larger one indicates a different kind of stream. */
const maxBufferSize = 4 * 1024 * 1024;

/** Milliseconds between updates, so that a thousand requests are rendered once. */
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

type TabMessage =
  | {readonly type: 'joined'}
  | {readonly type: 'cleared'}
  | {readonly type: 'finding'; readonly finding: Finding}
  | {
      readonly type: 'rows';
      readonly rows: readonly Request[];
      /** False for added rows only. */
      readonly isAll: boolean;
      readonly evicted: number;
      readonly isConnected: boolean;
    };

/**
 * The requests of an account as they arrive, the oldest first, starting with those of the journal. A browser allows six
 * connections to a host for all tabs together, so one tab reads the stream and sends its events to the others.
 */
export class Feed {
  readonly rows = signal<readonly Request[]>([]);
  /** True once the initial rows have arrived. */
  readonly isLoaded = signal(false);
  readonly isConnected = signal(true);
  /** The sandbox's error for an invalid filter. */
  readonly error = signal('');
  /** The last request that was evicted from the journal before it could be displayed. */
  readonly evicted = signal(0);

  readonly #tabs: Tabs<TabMessage>;
  /** False until this tab has the rows of the leading one: added rows would leave a gap. */
  #isCurrent = false;
  #attempt = 0;
  #pending: Request[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param filters as a query: `status=4xx` */
  constructor(
    private readonly account: string,
    private readonly filters: string,
    private readonly listeners: Partial<Listeners> = {},
  ) {
    this.#tabs = new Tabs<TabMessage>(`crm-sandbox ${account} ${filters}`, {
      join: () => {
        this.#isCurrent = false;
        this.#pending = [];
        return {type: 'joined'};
      },
      lead: tab => this.#lead(tab),
      receive: message => this.#receive(message),
    });
  }

  close(): void {
    this.#tabs.close();
    clearTimeout(this.#timer);
  }

  /** Reads the stream and reconnects when it ends. */
  async #lead(tab: AbortSignal): Promise<void> {
    this.#isCurrent = true;
    while (!tab.aborted) {
      try {
        await this.#connect(tab);
      } catch (error) {
        if (!temporary.includes(statusOf(error))) {
          this.error.value = reasonOf(error);
          this.isLoaded.value = true;
          return;
        }
      }
      if (!tab.aborted) {
        this.isConnected.value = false;
        this.#post(this.rows.value, true);
        await sleep(delays[Math.min(this.#attempt, delays.length - 1)]!, tab);
        this.#attempt += 1;
      }
    }
  }

  async #connect(tab: AbortSignal): Promise<void> {
    if (this.isLoaded.value) {
      await loadAccounts(); // if the account no longer exists, the feed ends; using its key would recreate it
      tab.throwIfAborted();
      await this.#clearOldRows(tab);
    }
    this.#pending = [];
    const path = `/_sandbox/events?since=${this.rows.value.at(-1)?.seq ?? 0}${this.filters && `&${this.filters}`}`;
    const {body} = await send('GET', path, {signal: tab, account: this.account});
    this.#attempt = 0;
    this.isConnected.value = true;
    this.error.value = '';
    if (this.isLoaded.value) {
      this.#post(this.rows.value, true);
    }
    this.#timer ??= setTimeout(() => this.#show(), pause * 2);
    const parser = createParser({onEvent: event => this.#take(event), maxBufferSize});
    const text = body!.pipeThrough(new TextDecoderStream()).getReader();
    for (let next = await text.read(); !next.done; next = await text.read()) {
      parser.feed(next.value);
    }
  }

  /** Clears the rows if the journal lacks the latest one: after a reset, or on a new sandbox at this address. */
  async #clearOldRows(tab: AbortSignal): Promise<void> {
    const latest = this.rows.value.at(-1);
    if (latest !== undefined) {
      const path = `/_sandbox/requests?since=${latest.seq - 1}&limit=1`;
      const options = {signal: tab, account: this.account};
      const {requests} = await fetchJson<{requests: readonly Request[]}>('GET', path, options).catch(error => {
        if (statusOf(error) === 409) {
          return {requests: []}; // another node took over and lacks earlier requests
        }
        throw error;
      });
      if (requests[0]?.received_at !== latest.received_at) {
        this.#publish({type: 'cleared'});
      }
    }
  }

  #take({event, data}: EventSourceMessage): void {
    if (event === 'request') {
      this.#pending.push(JSON.parse(data) as Request);
    } else if (event === 'finding') {
      this.#publish({type: 'finding', finding: JSON.parse(data) as Finding});
    } else if (event === 'cleared') {
      this.#pending = [];
      this.#publish({type: 'cleared'});
    } else if (event === 'gap') {
      this.evicted.value = (JSON.parse(data) as {to: number}).to;
    }
    this.#timer ??= setTimeout(() => this.#show(), pause);
  }

  /** Displays the pending rows in all tabs. */
  #show(): void {
    this.#timer = undefined;
    const isFirst = !this.isLoaded.value;
    const added = this.#pending;
    this.#pending = [];
    this.#showRows(this.rows.value.concat(added), added);
    this.#post(isFirst ? this.rows.value : added, isFirst);
  }

  #post(rows: readonly Request[], isAll: boolean): void {
    const {evicted, isConnected} = this;
    this.#tabs.post({type: 'rows', rows, isAll, evicted: evicted.value, isConnected: isConnected.value});
  }

  #publish(message: TabMessage): void {
    this.#tabs.post(message);
    this.#receive(message);
  }

  #receive(message: TabMessage): void {
    switch (message.type) {
      case 'joined':
        if (this.isLoaded.value) {
          this.#post(this.rows.value, true);
        }
        break;
      case 'cleared':
        this.rows.value = [];
        this.evicted.value = 0;
        this.listeners.onCleared?.();
        break;
      case 'finding':
        this.listeners.onFinding?.(message.finding);
        break;
      case 'rows':
        if (message.isAll || this.#isCurrent) {
          this.isConnected.value = message.isConnected;
          this.evicted.value = message.evicted;
          this.#takeOver(message.rows, message.isAll);
        }
    }
  }

  #takeOver(rows: readonly Request[], isAll: boolean): void {
    this.#isCurrent = true;
    if (!isAll) {
      this.#showRows(this.rows.value.concat(rows), rows);
      return;
    }
    const latest = this.rows.value.at(-1);
    const place = rows.findLastIndex(row => row.seq === latest?.seq && row.received_at === latest.received_at);
    if (latest !== undefined && place === -1) {
      this.listeners.onCleared?.();
    }
    this.#showRows(rows, rows.slice(place + 1));
  }

  #showRows(rows: readonly Request[], added: readonly Request[]): void {
    if (added.length > 0 || rows.length !== this.rows.value.length) {
      this.rows.value = rows.slice(-maxRows);
    }
    if (this.isLoaded.value && added.length > 0) {
      this.listeners.onRows?.(added);
    }
    this.isLoaded.value = true;
  }
}

const sleep = (milliseconds: number, until: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    setTimeout(resolve, milliseconds);
    until.addEventListener('abort', () => resolve());
  });
