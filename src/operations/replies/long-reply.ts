import type {Writer} from './json-writer.js';
import type {RowTexts} from './row-texts.js';

/** What a long reply is written from. */
interface Written {
  /** All that stands before the value, and behind it. */
  readonly start: string;
  readonly end: string;
  /** The entries of a page, or a record. */
  readonly value: unknown;
  readonly writer: Writer;
  readonly texts: RowTexts;
}

/**
 * A reply that is never one text, which has an end in JavaScript: 500 entries may hold a mebibyte each, and so may the
 * lists of one record. All that it is written from belongs to one moment of an account, so that it does not matter when
 * it is written.
 */
export class LongReply {
  readonly #written: Written;

  constructor(written: Written) {
    this.#written = written;
  }

  /** What the text is made of: entry by entry, list by list. */
  *pieces(): Generator<string, void> {
    const {start, end, value, writer, texts} = this.#written;
    yield start;
    yield* writer.pieces(value, texts);
    yield end;
  }

  /** Texts that are replies as well, a page of each entry or the record: what holds for all of them holds for the whole. */
  *parts(): Generator<string, void> {
    const {value} = this.#written;
    for (const part of Array.isArray(value) ? value.map(entry => [entry]) : [value]) {
      yield `${new LongReply({...this.#written, value: part})}`;
    }
  }

  /** All of it as one text, for replies that are known to be no longer than that. */
  toString(): string {
    return [...this.pieces()].join('');
  }
}
