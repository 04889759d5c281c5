import {summaryOf} from '../../exchanges/exchange-view.js';
import type {CountedRequest} from '../../exchanges/expectations.js';
import type {JournalEntry} from '../../exchanges/journal/entry.js';
import {type Miss, missesOf} from '../../exchanges/matcher.js';
import type {Pattern} from '../../exchanges/pattern.js';
import type {NearMiss} from './failure.js';

const mostNearMisses = 3;

/** Limits the work: each comparison takes time in proportion to the body, and older requests are rarely meant. */
const mostLooked = 200;

/** A difference in one of these outweighs all others. */
const telling = new Set(['operation', 'method', 'path']);

const distance = (misses: readonly Miss[]): number =>
  misses.reduce((sum, {field}) => sum + (telling.has(field) ? 100 : 1), 0);

/** Returns near misses, the nearest first; among equals, the latest first. */
export function nearMisses(
  entries: readonly JournalEntry[],
  missing: Pattern,
  found: readonly CountedRequest[],
): NearMiss[] {
  const taken = new Set(found.map(({seq}) => seq));
  return entries
    .filter(({seq}) => !taken.has(seq))
    .slice(-mostLooked)
    .map(entry => ({entry, misses: missesOf(missing, entry.exchange, entry.mark)}))
    .filter(({misses}) => misses.length > 0)
    .sort((one, other) => distance(one.misses) - distance(other.misses) || other.entry.seq - one.entry.seq)
    .slice(0, mostNearMisses)
    .map(({entry, misses}) => {
      const {seq, method, url, status, caller} = summaryOf(entry);
      return {seq, method, url, status, caller, misses};
    });
}
