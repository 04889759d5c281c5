import {eachPiece, type Pieces} from './pieces.js';

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
