import type {FullExchange} from '../exchanges/exchange.js';
import type {Catalog} from '../operations/kinds/catalog.js';
import type {Settings} from '../settings.js';
import type {KeptReply, ReplySpace} from './memory/reply-space.js';
import {ReplyTexts} from './memory/reply-texts.js';
import {ServedPages} from './memory/served-pages.js';
import {type Step, Walks} from './memory/walks.js';

/**
 * What one account was asked since its data were last replaced as a whole, or since nobody asked it anything for a
 * minute. All that it remembers is bounded, however long it goes on.
 */
export class Session {
  readonly catalog: Catalog;
  readonly settings: Settings;
  readonly pages = new ServedPages();
  readonly walks = new Walks();
  readonly replies: ReplyTexts;
  readonly #space: ReplySpace;
  /** The response to the current request, if it succeeded. */
  #reply: KeptReply | undefined;
  /** The page that the request at hand was served, in its walk; undefined where it was none. */
  step: Step | undefined;
  readonly #memories = new Map<object, unknown>();

  constructor(catalog: Catalog, settings: Settings, space: ReplySpace) {
    this.#space = space;
    this.replies = new ReplyTexts(space);
    this.catalog = catalog;
    this.settings = settings;
  }

  /** Remembers a request before it is judged. */
  note(exchange: FullExchange): void {
    const {status, reply} = exchange;
    this.#reply = status === 200 && reply !== undefined ? this.#space.keep(reply) : undefined;
    const page = this.#reply && this.pages.note(exchange, this.#reply);
    this.step = page && this.walks.note(exchange, page);
  }

  /** Remembers a request once it is judged. */
  finish(): void {
    if (this.#reply !== undefined) {
      this.replies.note(this.#reply);
    }
  }

  /** Frees the memory that it shares with other sessions. */
  end(): void {
    this.replies.end();
  }

  /** What a rule remembers. @param begin makes it; its identity is what it is found by */
  memory<T>(begin: () => T): T {
    let memory = this.#memories.get(begin);
    if (memory === undefined) {
      memory = begin();
      this.#memories.set(begin, memory);
    }
    return memory as T;
  }
}
