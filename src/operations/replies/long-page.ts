/** Characters. A page that is shorter is one text, which is sent with its length. */
export const longest = 1024 * 1024;

/**
 * A page that is never one text, which has an end in JavaScript: 500 entries may hold a mebibyte each. All that it is
 * written from belongs to one moment of an account, so that it does not matter when it is written.
 */
export class LongPage {
  readonly #start: string;
  readonly #items: readonly object[];
  readonly #write: (item: object) => string;

  /**
   * @param start all that stands before the entries
   * @param write writes an entry
   */
  constructor(start: string, items: readonly object[], write: (item: object) => string) {
    this.#start = start;
    this.#items = items;
    this.#write = write;
  }

  /** What the text is made of, entry by entry. */
  *pieces(): Generator<string, void> {
    yield this.#start;
    for (const [index, item] of this.#items.entries()) {
      yield index === 0 ? this.#write(item) : `,${this.#write(item)}`;
    }
    yield ']}';
  }

  /** All of it as one text, for pages that are known to be no longer than that. */
  toString(): string {
    return [...this.pieces()].join('');
  }

  /** Texts that are pages as well, of one entry each: what holds for all of them holds for the whole. */
  *parts(): Generator<string, void> {
    for (const item of this.#items) {
      yield `${this.#start}${this.#write(item)}]}`;
    }
  }
}
