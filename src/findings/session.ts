import type {FullExchange} from '../exchanges/exchange.js';
import type {Catalog} from '../operations/kinds/catalog.js';
import type {Settings} from '../settings.js';
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
  readonly replies = new ReplyTexts();
  /** The page that the request at hand was served, in its walk; undefined where it was none. */
  step: Step | undefined;
  readonly #memories = new Map<object, unknown>();

  constructor(catalog: Catalog, settings: Settings) {
    this.catalog = catalog;
    this.settings = settings;
  }

  /** Remembers a request before it is judged. */
  note(exchange: FullExchange): void {
    const page = this.pages.note(exchange);
    this.step = page && this.walks.note(exchange, page);
  }

  /** Remembers a request once it is judged. */
  finish(exchange: FullExchange): void {
    this.replies.note(exchange);
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
