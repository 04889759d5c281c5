import {Readable} from 'node:stream';
import {setImmediate as others} from 'node:timers/promises';
import {turn} from './steps.js';

/** Characters. What is shorter is sent as one text, with its length. */
const longestText = 1024 * 1024;

/** Characters that are handed out at a time. */
const chunkLength = 64 * 1024;

/**
 * A long answer, in pieces that make it up. A short one is a text; one that is longer than a mebibyte is written while it
 * is sent, in turns: it is never one text, which has an end in JavaScript, and others are answered meanwhile.
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

async function* chunks(start: string, rest: Iterator<string>): AsyncGenerator<string, void> {
  let chunk = start;
  let end = performance.now() + turn;
  for (let next = rest.next(); !next.done; next = rest.next()) {
    chunk += next.value;
    if (chunk.length >= chunkLength) {
      yield chunk;
      chunk = '';
    }
    if (performance.now() > end) {
      await others();
      end = performance.now() + turn;
    }
  }
  yield chunk;
}
