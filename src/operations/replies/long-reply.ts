import {piecesOf, type Writer} from './json-writer.js';
import type {RowTexts} from './row-texts.js';

/**
 * A reply that is never one text, which has an end in JavaScript: 500 entries may hold a mebibyte each, and so may the
 * lists of one record. All that it is written from belongs to one moment of an account, so that it does not matter when
 * it is written.
 */
export abstract class LongReply {
  /** What the text is made of. */
  abstract pieces(): Generator<string, void>;

  /** Texts that are replies as well: what holds for all of them holds for the whole. */
  abstract parts(): Generator<string, void>;

  /** All of it as one text, for replies that are known to be no longer than that. */
  toString(): string {
    return [...this.pieces()].join('');
  }
}

/** A page, written entry by entry. */
export class LongPage extends LongReply {
  readonly #start: string;
  readonly #items: readonly object[];
  readonly #item: Writer;
  readonly #texts: RowTexts;

  /**
   * @param start all that stands before the entries
   * @param item writes an entry
   */
  constructor(start: string, items: readonly object[], item: Writer, texts: RowTexts) {
    super();
    this.#start = start;
    this.#items = items;
    this.#item = item;
    this.#texts = texts;
  }

  override *pieces(): Generator<string, void> {
    yield this.#start;
    for (const [index, item] of this.#items.entries()) {
      yield index === 0 ? '' : ',';
      yield* piecesOf(this.#item, item, this.#texts);
    }
    yield ']}';
  }

  /** Pages of one entry each. */
  override *parts(): Generator<string, void> {
    for (const item of this.#items) {
      yield `${this.#start}${[...piecesOf(this.#item, item, this.#texts)].join('')}]}`;
    }
  }
}

/** A record whose lists are long, written list by list, and each entry by entry. */
export class LongRecord extends LongReply {
  readonly #start: string;
  readonly #record: unknown;
  readonly #writer: Writer;
  readonly #texts: RowTexts;

  /** @param start all that stands before the record's own fields */
  constructor(start: string, record: unknown, writer: Writer, texts: RowTexts) {
    super();
    this.#start = start;
    this.#record = record;
    this.#writer = writer;
    this.#texts = texts;
  }

  override *pieces(): Generator<string, void> {
    yield this.#start;
    yield* this.#writer.pieces(this.#record, this.#texts);
  }

  override *parts(): Generator<string, void> {
    yield this.toString();
  }
}
