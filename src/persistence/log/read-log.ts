import {createHash} from 'node:crypto';
import {readIfThere} from '../replace-file.js';
import {SnapshotError} from '../snapshot/snapshot-error.js';
import {chained, hashLength, logFormatVersion} from './log-file.js';

/** The intact part of a log. */
export interface ReadLog {
  readonly base: string;
  /** The hash of its first line. */
  readonly headEnd: string;
  readonly entries: ReadonlyArray<{readonly json: string; readonly end: string}>;
  /** The damage after the intact part, if any. */
  readonly damage?: string;
}

const newline = 10;

/**
 * Reads a log up to the first damage. A last line without a newline was never acknowledged, and is omitted.
 * @param oldForm true for the first format, which hashed each line separately
 * @returns undefined if there is no such file
 * @throws SnapshotError if a newer version wrote it
 */
export function readLog(file: string, oldForm = false): ReadLog | undefined {
  const bytes = readIfThere(file);
  if (bytes === undefined) {
    return undefined;
  }
  const lines = [...linesOf(bytes, oldForm)];
  const [head, ...entries] = lines;
  if (head === undefined || head.json === undefined) {
    return {base: '', headEnd: '', entries: [], damage: 'its first line is missing or damaged'};
  }
  const {base, format_version: version} = JSON.parse(head.json) as {base: string; format_version: number};
  if (version > logFormatVersion) {
    throw new SnapshotError('The change log was written by a newer crm-sandbox. Update crm-sandbox');
  }
  const sound = entries.filter((line): line is {json: string; end: string} => line.json !== undefined);
  const isDamaged = sound.length < entries.length;
  return {
    base,
    headEnd: head.end,
    entries: sound,
    ...(isDamaged && {
      damage: `line ${sound.length + 2} was changed, or a line before it is missing, doubled or moved`,
    }),
  };
}

/** Yields each line. A line with a wrong hash has no JSON, and is the last. */
function* linesOf(bytes: Buffer, oldForm: boolean): Generator<{readonly json?: string; readonly end: string}> {
  let before = '';
  for (
    let start = 0, stop = bytes.indexOf(newline);
    stop >= 0;
    start = stop + 1, stop = bytes.indexOf(newline, start)
  ) {
    const json = bytes.subarray(start + hashLength + 1, stop);
    const end = oldForm ? hashedAlone(json) : chained(before, json);
    if (bytes.toString('latin1', start, start + hashLength + 1) !== `${end} ` || !isText(json)) {
      yield {end};
      return;
    }
    yield {json: json.toString(), end};
    before = end;
  }
}

const hashedAlone = (json: Buffer) => createHash('sha256').update(json).digest('hex').slice(0, hashLength);

const isText = (json: Buffer) => json[0] === '{'.charCodeAt(0);
