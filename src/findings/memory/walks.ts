import type {FullExchange} from '../../exchanges/exchange.js';
import type {Operation} from '../../operations/operation.js';
import {BoundedMap} from '../../store/caching.js';
import type {Occurrence} from '../finding.js';
import {parametersOf, pathOf} from '../rewrite.js';
import type {ServedPage} from './served-pages.js';

/** How many walks of one session are remembered. */
const mostWalks = 200;

/** Parameters that do not change what is walked: pages, and what `next_link` drops. */
const passing = new Set(['limit', 'offset', 'expand']);

/** Whether a parameter says what is walked; one that the operation does not know changes nothing. */
const isWalked = (name: string, {operation}: FullExchange): boolean =>
  !passing.has(name) && Object.hasOwn((operation!.query?.shape ?? {}) as object, name);

/** What a client read of one list or search: all its pages, by path and terms. */
export interface PageWalk {
  readonly operation: Operation;
  readonly first: Occurrence;
  /** As it was asked first, to be asked again. */
  readonly query: FullExchange['query'];
  readonly path: string;
  /** How many pages were read, each time it was. */
  pages: number;
  /** How often its end was reached. */
  ends: number;
  /** The highest place that was read. */
  furthest: number;
  /** Whether the page that reached it said that there is more. */
  hasMore: boolean;
  last: ServedPage;
}

/** A page within its walk, and the page of it that was read before. */
export interface Step {
  readonly walk: PageWalk;
  readonly page: ServedPage;
  readonly previous: ServedPage | undefined;
}

function keyOf(exchange: FullExchange): string {
  const rest = parametersOf(exchange).filter(([name]) => isWalked(name, exchange));
  return rest.length === 0
    ? pathOf(exchange)
    : `${pathOf(exchange)}?${rest
        .map(pair => pair.join('='))
        .sort()
        .join('&')}`;
}

/** The walks of one session, in the order in which they were begun. */
export class Walks {
  readonly #walks = new BoundedMap<string, PageWalk>(mostWalks);

  get all(): Iterable<PageWalk> {
    return this.#walks.values();
  }

  note(exchange: FullExchange, page: ServedPage): Step {
    const key = keyOf(exchange);
    const walk = this.#walks.get(key) ?? begin(exchange, page);
    const previous = walk.pages === 0 ? undefined : walk.last;
    const {offset, items_count, next_link} = page.facts;
    walk.pages += 1;
    walk.last = page;
    if (offset + items_count >= walk.furthest) {
      walk.furthest = offset + items_count;
      walk.hasMore = next_link !== undefined;
    }
    if (next_link === undefined) {
      walk.ends += 1;
    }
    this.#walks.set(key, walk);
    return {walk, page, previous};
  }
}

const begin = (exchange: FullExchange, page: ServedPage): PageWalk => ({
  operation: exchange.operation!,
  first: page.place,
  query: exchange.query,
  path: pathOf(exchange),
  pages: 0,
  ends: 0,
  furthest: 0,
  hasMore: false,
  last: page,
});
