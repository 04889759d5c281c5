import type {Exchange, FullExchange} from '../../exchanges/exchange.js';
import type {Operation} from '../../operations/operation.js';
import {BoundedMap} from '../../store/caching.js';
import type {Occurrence} from '../finding.js';
import {occurrenceOf, parametersOf, pathOf} from '../rewrite.js';
import type {KeptReply} from './replies.js';

interface PageFacts {
  readonly items_count: number;
  readonly total_items: number;
  readonly limit: number;
  readonly offset: number;
  readonly next_link?: string;
}

const items = '"items":[';

/** Reads only the start of the response, before its items. Undefined if it was streamed or is no page. */
export function pageFacts({reply, status}: Exchange): PageFacts | undefined {
  const end = status === 200 && reply !== undefined ? reply.indexOf(items) : -1;
  return end === -1 ? undefined : (JSON.parse(`${reply!.slice(0, end)}${items}]}`) as PageFacts);
}

type IdField = 'id' | 'constituent_id';

/** Characters. The ids of longer pages are read immediately, because their texts are soon evicted. */
const longestReply = 131_072;

export class ServedPage {
  readonly at: Occurrence;
  readonly operation: Operation;
  readonly query: FullExchange['query'];
  readonly params: FullExchange['params'];
  #reply: KeptReply | undefined;
  #ids: Readonly<Record<IdField, ReadonlySet<number>>> | undefined;

  constructor(
    exchange: FullExchange,
    readonly facts: PageFacts,
    reply: KeptReply,
  ) {
    this.at = occurrenceOf(exchange);
    this.operation = exchange.operation!;
    this.query = exchange.query;
    this.params = exchange.params;
    this.#reply = reply;
    if (reply.length > longestReply) {
      this.ids();
    }
  }

  /** The ids of its items, or of the items' constituents; undefined if the page or its response was evicted. */
  ids(of: IdField = 'id'): ReadonlySet<number> | undefined {
    const text = this.#reply?.text;
    if (this.#ids === undefined && text !== undefined) {
      const {items} = JSON.parse(text) as {readonly items: ReadonlyArray<Readonly<Record<IdField, number>>>};
      const idsOf = (field: IdField) => new Set(items.map(item => item[field]));
      this.#ids = {id: idsOf('id'), constituent_id: idsOf('constituent_id')};
    }
    return this.#ids?.[of];
  }

  forget(): void {
    this.#reply = undefined;
    this.#ids = undefined;
  }
}

/** All pages that a client read of one list or search. */
export interface PageWalk {
  readonly first: ServedPage;
  readonly path: string;
  /** Repeated pages count again. */
  pages: number;
  ends: number;
  furthest: number;
  /** True if the page that reached the highest offset has a next one. */
  hasMore: boolean;
  last: ServedPage;
}

/** True if the client requested larger pages than it received, and read no further page. */
export const isCutShort = ({first: {query, facts}, furthest, hasMore}: PageWalk): boolean =>
  hasMore && Number(query['limit'] ?? 0) > facts.limit && furthest === facts.offset + facts.items_count;

/** A page within its walk, and the page that was read before it. */
interface Step {
  readonly walk: PageWalk;
  readonly page: ServedPage;
  readonly previous: ServedPage | undefined;
}

/** Parameters that do not identify a walk: paging, and those that `next_link` drops. */
const passing = new Set(['limit', 'offset', 'expand']);

/** The path of a list or search with its terms. Unknown parameters are excluded. */
function walkOf(exchange: FullExchange): string {
  const known: object = exchange.operation!.query?.shape ?? {};
  const terms = parametersOf(exchange).filter(([name]) => !passing.has(name) && Object.hasOwn(known, name));
  return [pathOf(exchange), ...terms.map(pair => pair.join('=')).sort()].join('&');
}

const maxPages = 8;

const maxWalks = 200;

/** Characters. Pages and walks with longer URLs are not stored, because they keep the query. */
const maxUrl = 2048;

/** The lists and searches that one session read page by page. */
export class PagesRead {
  readonly latest: ServedPage[] = [];
  readonly walks = new BoundedMap<string, PageWalk>(maxWalks);

  /** @returns undefined if the exchange served no page */
  note(exchange: FullExchange, reply: KeptReply): Step | undefined {
    const isPage = exchange.operation?.reply.kind === 'page' && exchange.url.length <= maxUrl;
    const facts = isPage ? pageFacts(exchange) : undefined;
    if (facts === undefined) {
      return undefined;
    }
    const page = new ServedPage(exchange, facts, reply);
    this.latest.push(page);
    if (this.latest.length > maxPages) {
      this.latest.shift()!.forget();
    }
    const walk = this.walks.getOrAdd(walkOf(exchange), () => ({
      first: page,
      path: pathOf(exchange),
      pages: 0,
      ends: 0,
      furthest: 0,
      hasMore: false,
      last: page,
    }));
    const previous = walk.pages === 0 ? undefined : walk.last;
    const end = facts.offset + facts.items_count;
    const hasMore = facts.next_link !== undefined;
    walk.pages += 1;
    walk.last = page;
    walk.ends += hasMore ? 0 : 1;
    if (end >= walk.furthest) {
      walk.furthest = end;
      walk.hasMore = hasMore;
    }
    return {walk, page, previous};
  }
}
