import type {Seen} from '../../exchanges/expectation/expectation.js';
import type {Entry} from '../../exchanges/journal/entry.js';
import type {Matcher} from '../../exchanges/matcher/matcher.js';
import type {Miss} from '../../exchanges/matcher/miss.js';

/** An exchange that is nearly what was expected, and what is other about it. */
export interface NearMiss {
  readonly seq: number;
  readonly method: string;
  /** With its query, but never with a key. */
  readonly url: string;
  readonly status: number;
  /** `src/sync.ts:42`, where the client says so. */
  readonly caller: string | null;
  /** The fields that are not as expected: ten at most. */
  readonly misses: readonly Miss[];
}

/** How many are told. */
const most = 3;

/** The latest are looked at: nobody looks for one so long ago, and each takes as long as its body is. */
const mostLooked = 200;

/** What makes a request another one altogether. */
const telling = new Set(['operation', 'method', 'path']);

const distance = (misses: readonly Miss[]): number =>
  misses.reduce((sum, {field}) => sum + (telling.has(field) ? 100 : 1), 0);

/** Exchanges that come nearest to what is missing, the nearest first; of those that are as near, the latest. */
export function nearMisses(entries: readonly Entry[], missing: Matcher, found: readonly Seen[]): NearMiss[] {
  const taken = new Set(found.map(({seq}) => seq));
  return entries
    .filter(({seq}) => !taken.has(seq))
    .slice(-mostLooked)
    .map(entry => ({entry, misses: missing.misses(entry.exchange, entry.mark)}))
    .filter(({misses}) => misses.length > 0)
    .sort((one, other) => distance(one.misses) - distance(other.misses) || other.entry.seq - one.entry.seq)
    .slice(0, most)
    .map(({entry: {seq, exchange}, misses}) => ({
      seq,
      method: exchange.method,
      url: exchange.url,
      status: exchange.status,
      caller: exchange.client.caller ?? null,
      misses,
    }));
}
