/**
 * A response that is too long for one string: a page of 500 entries or the lists of one record can exceed the longest
 * string in JavaScript. It is written from one state of an account, so it does not matter when.
 */
export class LongReply {
  readonly #value: unknown;
  readonly #write: (value: unknown) => Pieces;

  /**
   * @param value the entries of a page, or a record
   * @param write writes the response with that value
   */
  constructor(value: unknown, write: (value: unknown) => Pieces) {
    this.#value = value;
    this.#write = write;
  }

  pieces(): Iterable<string> {
    return eachPiece(this.#write(this.#value));
  }

  /** The same response for each entry of a page alone: if all of them match a schema, so does the whole. */
  *parts(): Generator<string, void> {
    for (const part of Array.isArray(this.#value) ? this.#value.map(entry => [entry]) : [this.#value]) {
      yield joined(eachPiece(this.#write(part)));
    }
  }

  /** The whole text; only for responses that are known to fit into one string. */
  toString(): string {
    return joined(this.pieces());
  }
}

const joined = (pieces: Iterable<string>): string => Array.from(pieces).join('');

/** A text; or, of a long one, the pieces that make it up, each written when it is needed. */
export type Pieces = string | Generator<string, void>;

/** The parts of a list or an object. */
interface Parts {
  readonly count: number;
  at(index: number): Pieces;
  readonly end: string;
}

/** Characters. A generator for each short text would take longer than writing it. */
const longestPiece = 64 * 1024;

export function concat(start: string, parts: Parts): Pieces {
  let text = start;
  for (let index = 0; index < parts.count; index++) {
    const part = parts.at(index);
    if (typeof part !== 'string' || text.length + part.length > longestPiece) {
      return concatLong(text, part, parts, index + 1);
    }
    text += part;
  }
  return text + parts.end;
}

/** Yields the text so far, the part that made it too long, and the parts from `next` on. */
function* concatLong(text: string, part: Pieces, parts: Parts, next: number): Generator<string, void> {
  yield text;
  yield* eachPiece(part);
  for (let index = next; index < parts.count; index++) {
    yield* eachPiece(parts.at(index));
  }
  yield parts.end;
}

/** Puts a text before another, and one behind it. */
export function enclose(before: string, inner: Pieces, after = ''): Pieces {
  return typeof inner === 'string' ? before + inner + after : encloseLong(before, inner, after);
}

function* encloseLong(before: string, inner: Generator<string, void>, after: string): Generator<string, void> {
  yield before;
  yield* inner;
  yield after;
}

export const eachPiece = (pieces: Pieces): Iterable<string> => (typeof pieces === 'string' ? [pieces] : pieces);
