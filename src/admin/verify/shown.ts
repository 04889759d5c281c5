import type {DataDiff} from '../../exchanges/change/data-diff.js';
import type {Candidate, Seen} from '../../exchanges/expectation/expectation.js';
import type {AccountJournal} from '../../exchanges/journal/account-journal.js';
import type {Entry} from '../../exchanges/journal/entry.js';
import type {Unanswered} from '../../exchanges/unanswered.js';

/** A matching exchange and the change that it made. */
export interface VerifiedExchange {
  /** Null if the response has not been sent yet. */
  readonly seq: number | null;
  /** In account time: `<YYYY-MM-DDTHH:MM:SSZ>`; null if the response has not been sent, or the exchange was evicted. */
  readonly at: string | null;
  /** The operation's id; null if no operation matches. */
  readonly operation: string | null;
  readonly method: string;
  /** Includes the query, but never a key. */
  readonly url: string;
  /** Null if the response has not been sent yet. */
  readonly status: number | null;
  /** `src/sync.ts:42`, if the client sends it. */
  readonly caller: string | null;
  readonly mark: string | null;
  /** The parsed JSON that was sent; null if there was none. */
  readonly body: unknown;
  /** Null if the request changed nothing, is still in progress, or its change was evicted. */
  readonly change: DataDiff | null;
}

/** Per response. */
const most = 100;

export interface Shelf {
  readonly journal: AccountJournal;
  readonly unanswered: Unanswered;
}

export function shownOf(found: readonly Seen[], shelf: Shelf): VerifiedExchange[] {
  const entries = new Map(shelf.journal.entries.map(entry => [entry.seq, entry]));
  const waiting = new Map([...shelf.unanswered].map(request => [request.seen, request]));
  const shown: VerifiedExchange[] = [];
  for (const seen of found) {
    const entry = seen.seq === undefined ? undefined : entries.get(seen.seq);
    const request = waiting.get(seen);
    if (entry !== undefined) {
      shown.push(exchangeOf(entry));
    } else if (request !== undefined) {
      shown.push(unansweredOf({seen, request, mark: shelf.journal.mark}));
    }
    if (shown.length === most) {
      break; // computing each change takes time
    }
  }
  return shown;
}

function exchangeOf(entry: Entry): VerifiedExchange {
  const {exchange, mark, seq} = entry;
  return {...requestOf({request: exchange, mark}), seq, at: exchange.at, change: entry.change() ?? null};
}

const unansweredOf = (candidate: Candidate): VerifiedExchange => ({
  ...requestOf(candidate),
  seq: null,
  at: null,
  change: null,
});

const requestOf = ({request, mark}: Pick<Candidate, 'request' | 'mark'>) => ({
  seq: null,
  at: null,
  operation: request.operation?.id ?? null,
  method: request.method,
  url: request.url,
  status: request.status ?? null,
  caller: request.client.caller ?? null,
  mark: mark ?? null,
  body: request.body ?? null,
});
