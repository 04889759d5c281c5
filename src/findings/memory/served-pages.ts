import type {FullExchange} from '../../exchanges/exchange.js';
import type {Operation} from '../../operations/operation.js';
import type {Occurrence} from '../finding.js';
import {placeOf} from '../rewrite.js';
import {type PageFacts, pageFacts} from './page-facts.js';
import type {KeptReply} from './reply-space.js';

const mostPages = 8;

/** Characters. Of a longer page the ids are read at once, because its text is soon forgotten. */
const longestReply = 131_072;

/** Characters. The pages and walks of longer URLs are not remembered, because they keep the query. */
const longestUrl = 2048;

/** A page that a client was served. */
export class ServedPage {
  readonly place: Occurrence;
  readonly operation: Operation;
  readonly facts: PageFacts;
  readonly query: FullExchange['query'];
  readonly params: FullExchange['params'];
  #reply: KeptReply | undefined;
  #ids: ReadonlySet<number> | undefined;

  constructor(exchange: FullExchange, facts: PageFacts, reply: KeptReply) {
    this.place = placeOf(exchange);
    this.operation = exchange.operation!;
    this.facts = facts;
    this.query = exchange.query;
    this.params = exchange.params;
    this.#reply = reply;
    if (exchange.reply!.length > longestReply) {
      this.ids();
    }
  }

  /** The ids of its items; undefined if the page or its response was forgotten. */
  ids(): ReadonlySet<number> | undefined {
    const text = this.#reply?.text;
    if (this.#ids === undefined && text !== undefined) {
      const {items} = JSON.parse(text) as {readonly items: ReadonlyArray<{readonly id: number}>};
      this.#ids = new Set(items.map(({id}) => id));
    }
    return this.#ids;
  }

  forget(): void {
    this.#reply = undefined;
    this.#ids = undefined;
  }
}

/** The latest pages that one session was served. */
export class ServedPages {
  readonly #latest: ServedPage[] = [];

  get latest(): readonly ServedPage[] {
    return this.#latest;
  }

  /** @returns the page that an exchange served; undefined where it served none */
  note(exchange: FullExchange, reply: KeptReply): ServedPage | undefined {
    const isPage = exchange.operation?.reply.kind === 'page' && exchange.url.length <= longestUrl;
    const facts = isPage ? pageFacts(exchange) : undefined;
    if (facts === undefined) {
      return undefined;
    }
    const page = new ServedPage(exchange, facts, reply);
    this.#latest.push(page);
    if (this.#latest.length > mostPages) {
      this.#latest.shift()!.forget();
    }
    return page;
  }
}
