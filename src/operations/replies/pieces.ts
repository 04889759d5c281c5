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
