import type {Seen} from '../../exchanges/expectation/expectation.js';
import type {Entry} from '../../exchanges/journal/entry.js';
import type {Matcher} from '../../exchanges/matcher/matcher.js';
import type {Miss} from '../../exchanges/matcher/miss.js';

/** An exchange that nearly matches, with its differences. */
export interface NearMiss {
  readonly seq: number;
  readonly method: string;
  /** Includes the query, but never a key. */
  readonly url: string;
  readonly status: number;
  /** `src/sync.ts:42`, if the client sends it. */
  readonly caller: string | null;
  /** Up to ten fields that differ. */
  readonly misses: readonly Miss[];
}

const most = 3;

/** Limits the work: each comparison takes time in proportion to the body, and older requests are rarely meant. */
const mostLooked = 200;

/** A difference in one of these outweighs all others. */
const telling = new Set(['operation', 'method', 'path']);

const distance = (misses: readonly Miss[]): number =>
  misses.reduce((sum, {field}) => sum + (telling.has(field) ? 100 : 1), 0);

/** Returns near misses, the nearest first; among equals, the latest first. */
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
