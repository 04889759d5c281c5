import type {FullExchange} from '../exchanges/exchange.js';
import type {Catalog} from '../operations/kinds/catalog.js';
import type {Settings} from '../settings.js';
import {memoizeWeakly} from '../store/caching.js';
import {PagesRead} from './memory/pages-read.js';
import {type KeptReply, Replies} from './memory/replies.js';

/** The requests to an account since its data was replaced, or since a minute of silence. Its memory is bounded. */
export class Session {
  readonly pages = new PagesRead();
  readonly replies: Replies;
  /** The current page in its walk; undefined if the request read none. */
  step: ReturnType<PagesRead['note']>;
  /** The response to the current request, if it succeeded. */
  #reply: KeptReply | undefined;
  /** The account state after the latest request. */
  state: FullExchange['after'];
  readonly #memories = memoizeWeakly((begin: () => unknown) => begin());

  constructor(
    readonly catalog: Catalog,
    readonly settings: Settings,
    readonly allReplies: Replies,
  ) {
    this.replies = new Replies(allReplies);
  }

  /** Records a request before the rules inspect it. @returns the request with the response before any override */
  note(exchange: FullExchange): FullExchange {
    const {status, reply: text} = exchange;
    this.state = exchange.after ?? this.state;
    this.#reply = status === 200 && text !== undefined ? {text, length: text.length} : undefined;
    if (this.#reply !== undefined) {
      this.allReplies.keep(this.#reply);
    }
    // A patch may return other records than the service has, so pages of a list would appear to be shifted.
    this.step = this.#reply && exchange.unpatched === undefined ? this.pages.note(exchange, this.#reply) : undefined;
    return exchange.unpatched ? {...exchange, ...exchange.unpatched} : exchange;
  }

  /** Records a request after the rules inspected it. */
  finish(): void {
    if (this.#reply !== undefined) {
      this.replies.keep(this.#reply);
    }
  }

  /** The memory of a rule. @param begin creates and identifies it */
  memory<T>(begin: () => T): T {
    return this.#memories(begin) as T;
  }
}
