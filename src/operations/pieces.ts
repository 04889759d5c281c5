import {Readable} from 'node:stream';
import {pause} from '../store/chunked.js';

/** Characters. Shorter responses are sent as one text with its length. */
const longestText = 1024 * 1024;

/** Characters per chunk. */
const chunkLength = 64 * 1024;

/**
 * A response from pieces. A short one becomes a text. One of more than a mebibyte is written in turns while it is sent:
 * JavaScript limits the length of strings, and other clients are served meanwhile.
 */
export function inPieces(pieces: Iterable<string>): string | Readable {
  const rest = pieces[Symbol.iterator]();
  let text = '';
  while (text.length < longestText) {
    const {done, value} = rest.next();
    if (done) {
      return text;
    }
    text += value;
  }
  return Readable.from(chunks(text, rest));
}

/** A response that is known to be long: even its beginning is written while it is sent. */
export const longResponse = (pieces: Iterable<string>): Readable =>
  Readable.from(chunks('', pieces[Symbol.iterator]()));

/** A slow reader blocks no turn: the next piece is written when the buffer has space for it. */
async function* chunks(start: string, rest: Iterator<string>): AsyncGenerator<string, void> {
  let chunk = start;
  for (;;) {
    await pause();
    const {done, value} = rest.next();
    if (done) {
      yield chunk;
      return;
    }
    chunk += value;
    if (chunk.length >= chunkLength) {
      yield chunk;
      chunk = '';
    }
  }
}
