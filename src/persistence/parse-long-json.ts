import {isUtf8} from 'node:buffer';
import {isObject} from '../schema/items.js';
import {pause} from '../store/chunked.js';

const mebibyte = 1024 * 1024;

/** Bytes scanned or parsed between two pauses; parsing a mebibyte takes ten milliseconds. */
const block = mebibyte / 4;

/** Bytes. An element of a list of records, or everything outside such lists, is parsed in one step. */
const longestPart = 8 * mebibyte;

/** Bytes. */
const longestText = 4 * mebibyte;

/** Deeply nested values take a hundred times as long to parse. */
const maxDepth = 1000;

const [quote, backslash, comma] = Buffer.from('"\\,') as unknown as [number, number, number];
const [bracket, brace, bracketEnd, braceEnd] = Buffer.from('[{]}') as unknown as [number, number, number, number];

/** Consecutive elements of a list of records, such as `gifts` in `{"records": {"gifts": [...]}}`. */
interface Run {
  readonly list: number;
  readonly from: number;
  readonly to: number;
  /** Every run except the first begins with a comma. */
  readonly isFirst: boolean;
}

/**
 * Parses JSON as `JSON.parse` does, but lets other requests proceed. A long document is split between the elements of
 * its lists of records; `JSON.parse` parses each run of elements, and the rest of the document.
 * @param bytes UTF-8
 * @throws SyntaxError if it is invalid, or a part of it is too long
 */
export async function parseLongJson(bytes: Buffer): Promise<unknown> {
  let start = bytes.toString('utf8', 0, 3) === '\ufeff' ? 3 : 0;
  while (start < block && isBlank(bytes[start])) {
    start += 1;
  }
  if (bytes.length - start <= block) {
    return JSON.parse(textOf(bytes, start, bytes.length));
  }
  const {frame, runs} = await cut(bytes, start);
  const document = parsePart(frame, 'outside the lists of records');
  const lists = runs.length === 0 ? undefined : emptiedLists(document);
  for (const {list, from, to, isFirst} of runs) {
    const text = textOf(bytes, from, to);
    const elements = parsePart(`[${isFirst ? text : `0${text}`}]`, `after byte ${from}`) as unknown[];
    for (const element of isFirst ? elements : elements.slice(1)) {
      lists?.get(list)?.push(element);
    }
    await pause();
  }
  return document;
}

const isBlank = (byte: number | undefined) => byte === 32 || byte === 10 || byte === 13 || byte === 9;

/** Cuts the elements of lists of records out of a document and leaves the number of each list in its place. */
async function cut(bytes: Buffer, start: number): Promise<{readonly frame: string; readonly runs: readonly Run[]}> {
  const runs: Run[] = [];
  const outer: number[] = [];
  let [frame, lists, depth, from, textFrom, pauseAt] = ['', 0, 0, start, -1, start + block];
  let isInList = false;
  let isFirst = true;
  const endRun = (to: number) => {
    checkLength(to - from, longestPart, 'a record', from);
    runs.push({list: lists, from, to, isFirst});
    from = to;
    isFirst = false;
  };
  const addToFrame = (to: number) => {
    checkLength(frame.length + to - from, longestPart, 'data outside records', from);
    frame += textOf(bytes, from, to);
    from = to;
  };
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (textFrom >= 0) {
      if (byte === backslash) {
        at += 1;
      } else if (byte === quote) {
        checkLength(at - textFrom, longestText, 'a string', textFrom);
        textFrom = -1;
      }
    } else if (byte === quote) {
      textFrom = at;
    } else if (byte === bracket || byte === brace) {
      if (depth < 2) {
        outer[depth] = byte;
      }
      depth += 1;
      if (depth > maxDepth) {
        throw new SyntaxError(`byte ${at} is nested more than ${maxDepth} levels deep`);
      }
      if (depth === 3 && byte === bracket && outer[0] === brace && outer[1] === brace) {
        addToFrame(at + 1);
        frame += lists;
        isInList = true;
        isFirst = true;
      }
    } else if (depth === 3 && isInList && byte === comma && at - from > block) {
      endRun(at);
    } else if (byte === bracketEnd || byte === braceEnd) {
      if (depth === 3 && isInList) {
        endRun(at);
        lists += 1;
        isInList = false;
      }
      depth -= 1;
      if (depth < 0) {
        throw new SyntaxError(`the bracket at byte ${at} closes nothing`);
      }
    }
    if (at >= pauseAt) {
      pauseAt = at + block;
      await pause();
    }
  }
  if (depth > 0 || textFrom >= 0) {
    throw new SyntaxError('the document ends before its last bracket is closed');
  }
  addToFrame(bytes.length);
  return {frame, runs};
}

function checkLength(length: number, limit: number, what: string, from: number): void {
  if (length > limit) {
    throw new SyntaxError(`${what} of more than ${limit} bytes begins at byte ${from}`);
  }
}

/** Verifies the encoding, because `toString` would replace invalid bytes. */
function textOf(bytes: Buffer, from: number, to: number): string {
  const part = bytes.subarray(from, to);
  if (!isUtf8(part)) {
    throw new SyntaxError('it is not UTF-8');
  }
  return part.toString();
}

/** @param place of the part, because the position within it would mislead */
function parsePart(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const [message] = (error as Error).message.split(/ in JSON at position | at position /);
    throw new SyntaxError(`${message}, ${place}`);
  }
}

/** The lists of records by their placeholder numbers, which are removed. */
function emptiedLists(document: unknown): ReadonlyMap<unknown, unknown[]> {
  const parts = Object.values(document as object).filter(isObject);
  const lists = parts.flatMap(part => Object.values(part)).filter(Array.isArray);
  return new Map(lists.map(list => [list.pop(), list]));
}
