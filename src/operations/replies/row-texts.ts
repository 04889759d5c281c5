import type {Reads} from '../../store/transaction.js';

/** A text that depends on more than the row that it was written for. */
export interface DependentText {
  readonly text: string;
  readonly reads: Reads;
}

/** The JSON of a row. */
export interface RowText {
  /** What the row holds itself, cut where something is computed for it. */
  readonly own: readonly string[];
  /** What was computed for it last, where it was. */
  readonly computed: Array<DependentText | undefined>;
}

/** About what is kept beside a text of what it depends on, in characters. */
const roomOfReads = 250;

/** The texts of rows by what they are shown as. */
type Shelves = Map<object, WeakMap<object, RowText>>;

/**
 * What was written of rows, for as long as they are there: a row never changes, so a write costs the texts of the rows
 * that it replaced, and what was computed from what it changed. Where there is no room for more, all go but those that
 * were asked for of late.
 * Bench: `a page of 25 behind a write, of the same written anew`.
 */
export class RowTexts {
  #late: Shelves = new Map();
  #before: Shelves = new Map();
  /** How much `#late` holds, in characters. */
  #held = 0;

  /** @param most how many characters are remembered, and at times as many again; none with 0 */
  constructor(readonly most: number) {}

  /**
   * The text of a row.
   * @param form what it is shown as
   * @param make writes it
   */
  of<R extends object>(form: object, row: R, make: (row: R) => RowText): RowText {
    if (this.most === 0) {
      return make(row);
    }
    const known = this.#late.get(form)?.get(row);
    if (known !== undefined) {
      return known;
    }
    const text = this.#before.get(form)?.get(row) ?? make(row);
    this.#keep(form, row, text);
    return text;
  }

  /** Takes the place of what was computed for a row before. */
  setComputed({computed}: RowText, index: number, dependent: DependentText): void {
    computed[index] = dependent;
    this.#held += sizeOf(dependent.text) + roomOfReads;
  }

  #keep(form: object, row: object, text: RowText): void {
    if (this.#held >= this.most) {
      this.#before = this.#late;
      this.#late = new Map();
      this.#held = 0;
    }
    for (const part of text.own) {
      this.#held += sizeOf(part);
    }
    for (const dependent of text.computed) {
      this.#held += dependent === undefined ? 0 : dependent.text.length + roomOfReads;
    }
    let shelf = this.#late.get(form);
    if (shelf === undefined) {
      shelf = new WeakMap();
      this.#late.set(form, shelf);
    }
    shelf.set(row, text);
  }
}

/**
 * In characters. To look at one makes V8 put the pieces together that a text was made of: else each who uses it
 * would, and the pieces take many times its room.
 */
const sizeOf = (text: string): number => (text.charCodeAt(0) > 0 ? text.length : 0);

/** Remembers nothing. */
export const noRowTexts = new RowTexts(0);
