import type {DataDiff} from '../../exchanges/change/data-diff.js';
import type {Candidate, Seen} from '../../exchanges/expectation/expectation.js';
import type {AccountJournal} from '../../exchanges/journal/account-journal.js';
import type {Entry} from '../../exchanges/journal/entry.js';
import type {Unanswered} from '../../exchanges/unanswered.js';

/** An exchange that was found, with what it changed. */
export interface VerifiedExchange {
  /** Its number; null of a request that is not answered yet. */
  readonly seq: number | null;
  /** By the account's clock: `<YYYY-MM-DDTHH:MM:SSZ>`; null of one that is not answered yet, or not kept any more. */
  readonly at: string | null;
  /** The id of its operation; null where no operation fits. */
  readonly operation: string | null;
  readonly method: string;
  /** With its query, but never with a key. */
  readonly url: string;
  /** Null of one that is not answered yet. */
  readonly status: number | null;
  /** `src/sync.ts:42`, where the client says so. */
  readonly caller: string | null;
  readonly mark: string | null;
  /** As it was sent, read from JSON; null where there was none. */
  readonly body: unknown;
  /** Null where it changed nothing, is not answered yet, or nobody can tell any more. */
  readonly change: DataDiff | null;
}

/** Exchanges of one reply. */
const most = 100;

/** Where exchanges are looked up. */
export interface Shelf {
  readonly journal: AccountJournal;
  readonly unanswered: Unanswered;
}

/** Those that are still kept of exchanges that were found, the first hundred. */
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
      break; // what each changed takes its time to find out
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
