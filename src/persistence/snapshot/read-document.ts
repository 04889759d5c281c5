import {createHash} from 'node:crypto';
import type {Steps} from '../../store/chunked.js';
import {parseInSteps} from '../../workload/json-in-steps.js';
import {damaged, SnapshotError} from './snapshot-error.js';

export interface ReadDocument {
  readonly document: unknown;
  /** Undefined if the document does not end in one as `snapshotText` writes it. */
  readonly checksum: string | undefined;
}

const tail = /\n( {2},"checksum": "(sha256:[0-9a-f]{64})"\n\}\n)$/;

/** Bytes read per step. */
const stride = 256 * 1024;

/** An upper bound for the bytes of the last line. */
const tailReach = 200;

/** Parses the bytes as JSON, in steps. A checksum at the end is verified first. */
export function* readDocument(bytes: Buffer): Steps<ReadDocument> {
  const [, end = '', checksum] = tail.exec(bytes.toString('latin1', Math.max(0, bytes.length - tailReach))) ?? [];
  if (checksum === undefined) {
    return {document: yield* parseWhole(bytes), checksum};
  }
  const hashed = bytes.subarray(0, bytes.length - end.length);
  if ((yield* checksumOf(hashed)) !== checksum) {
    throw damaged();
  }
  return {document: yield* parseByLine(bytes), checksum};
}

function* checksumOf(bytes: Buffer): Steps<string> {
  const hash = createHash('sha256');
  for (let start = 0; start < bytes.length; start += stride) {
    hash.update(bytes.subarray(start, start + stride));
    yield;
  }
  return `sha256:${hash.digest('hex')}`;
}

function* parseWhole(bytes: Buffer): Steps<unknown> {
  try {
    return yield* parseInSteps(bytes);
  } catch (error) {
    throw notJson(error);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw notJson(error);
  }
}

const notJson = (error: unknown) =>
  error instanceof SyntaxError
    ? new SnapshotError(
        `The snapshot is not valid JSON: it was cut off, damaged, or edited wrongly (${error.message}). Take another copy, or correct it`,
      )
    : error;

const [newline, space, brace, comma] = Buffer.from('\n {,');

/** A row is indented by six spaces; no other line has a brace there. */
const isRow = (bytes: Buffer, start: number) => bytes[start + 5] === space && bytes[start + 6] === brace;

const partName = /^ {2},?"(\w+)": \{$/;
const listName = /^ {4}"(\w+)": \[$/;

/**
 * A document with a checksum has each row on its own line and can be parsed line by line, because the maximum string
 * length of JavaScript is half a gigabyte. Without the rows, a small document with empty lists remains.
 */
function* parseByLine(bytes: Buffer): Steps<unknown> {
  const frame: string[] = [];
  const parts = new Map<string, Map<string, unknown[]>>();
  let part = new Map<string, unknown[]>();
  let list: unknown[] = [];
  let rest = stride;
  for (let start = 0; start < bytes.length; ) {
    if (start > rest) {
      rest = start + stride;
      yield;
    }
    const end = bytes.indexOf(newline!, start);
    if (isRow(bytes, start)) {
      const length = bytes[end - 1] === comma ? end - 1 : end;
      list.push(parse(bytes.toString('utf8', start, length)));
    } else {
      const line = bytes.toString('utf8', start, end);
      frame.push(line);
      const [partAt, listAt] = [partName.exec(line)?.[1], listName.exec(line)?.[1]];
      if (partAt !== undefined) {
        part = new Map();
        parts.set(partAt, part);
      } else if (listAt !== undefined) {
        list = [];
        part.set(listAt, list);
      }
    }
    start = end + 1;
  }
  const document = parse(frame.join('\n')) as Record<string, object | undefined>;
  const filled = Array.from(parts, ([name, lists]) => [name, {...document[name], ...Object.fromEntries(lists)}]);
  return {...document, ...Object.fromEntries(filled)};
}
