import type {FullExchange} from '../../exchanges/exchange.js';
import type {Operation} from '../../operations/operation.js';
import type {Place} from '../finding.js';
import {placeOf} from '../requests/place.js';
import {type PageFacts, pageFacts} from './page-facts.js';

/** How many pages are remembered with what they held. */
const most = 8;

/** Characters. Of a longer page only the ids are remembered. */
const longest = 131_072;

/** A page that a client was served. */
export class ServedPage {
  readonly place: Place;
  readonly operation: Operation;
  readonly facts: PageFacts;
  readonly query: FullExchange['query'];
  readonly params: FullExchange['params'];
  #reply: string | undefined;
  #ids: ReadonlySet<number> | undefined;

  constructor(exchange: FullExchange, facts: PageFacts) {
    this.place = placeOf(exchange);
    this.operation = exchange.operation!;
    this.facts = facts;
    this.query = exchange.query;
    this.params = exchange.params;
    this.#reply = exchange.reply!;
    if (this.#reply.length > longest) {
      this.ids();
    }
  }

  /** The ids of its items; undefined once it is forgotten. */
  ids(): ReadonlySet<number> | undefined {
    if (this.#ids === undefined && this.#reply !== undefined) {
      const {items} = JSON.parse(this.#reply) as {readonly items: ReadonlyArray<{readonly id: number}>};
      this.#ids = new Set(items.map(({id}) => id));
      this.#reply = undefined;
    }
    return this.#ids;
  }

  forget(): void {
    this.#reply = undefined;
    this.#ids = undefined;
  }
}

/** The pages that one session was served last. */
export class ServedPages {
  readonly #latest: ServedPage[] = [];

  get latest(): readonly ServedPage[] {
    return this.#latest;
  }

  /** @returns the page that an exchange served; undefined where it served none */
  note(exchange: FullExchange): ServedPage | undefined {
    const facts = exchange.operation?.reply.kind === 'page' ? pageFacts(exchange) : undefined;
    if (facts === undefined) {
      return undefined;
    }
    const page = new ServedPage(exchange, facts);
    this.#latest.push(page);
    if (this.#latest.length > most) {
      this.#latest.shift()!.forget();
    }
    return page;
  }
}
