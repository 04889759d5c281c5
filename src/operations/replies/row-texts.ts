/**
 * The JSON of the fields that a row holds itself, by the row and by the writer. A row never changes, so the text stays
 * right for as long as the row exists. Values that are looked up in other records are not kept.
 * Bench: `budgets -- decimals`, "a page of 25 behind a write".
 */
export class RowTexts {
  #texts = new Map<object, WeakMap<object, readonly string[]>>();
  #length = 0;

  /** @param maxLength characters to keep before all are dropped; 0 keeps none */
  constructor(readonly maxLength: number) {}

  get<R extends object>(writer: object, row: R, write: (row: R) => readonly string[]): readonly string[] {
    if (this.maxLength === 0) {
      return write(row);
    }
    const kept = this.#texts.get(writer)?.get(row);
    if (kept !== undefined) {
      return kept;
    }
    const texts = write(row);
    this.#keep(writer, row, texts);
    return texts;
  }

  #keep(writer: object, row: object, texts: readonly string[]): void {
    if (this.#length >= this.maxLength) {
      this.#texts = new Map();
      this.#length = 0;
    }
    for (const text of texts) {
      this.#length += flatLength(text);
    }
    let ofWriter = this.#texts.get(writer);
    if (ofWriter === undefined) {
      ofWriter = new WeakMap();
      this.#texts.set(writer, ofWriter);
    }
    ofWriter.set(row, texts);
  }
}

/**
 * V8 keeps a concatenated text as a tree of its parts, many times its size, until a character of it is read. A read whose
 * result is not used would be optimized away.
 */
const flatLength = (text: string): number => (text !== '' && text.charCodeAt(0) >= 0 ? text.length : 0);

export const noRowTexts = new RowTexts(0);
