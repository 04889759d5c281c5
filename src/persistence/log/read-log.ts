import {createHash} from 'node:crypto';
import {readIfThere} from '../replace-file.js';
import {SnapshotError} from '../snapshot/snapshot-error.js';
import {chained, hashLength, logFormatVersion} from './log-file.js';

/** What a log holds, as far as it is sound. */
export interface ReadLog {
  /** The checksum of the file that it follows. */
  readonly base: string;
  /** What the chain has come to with its first line. */
  readonly headEnd: string;
  readonly entries: ReadonlyArray<{readonly json: string; readonly end: string}>;
  /** What is wrong after those; undefined where nothing is. */
  readonly damage?: string;
}

const newline = 10;

/**
 * Reads a log up to where it is damaged. A last line without an end was never acknowledged, and is left out.
 * @param oldForm whether it is one of the first format, whose lines were hashed one by one
 * @returns undefined where there is no such file
 * @throws SnapshotError where a newer version wrote it
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

/** Line by line; the first that is not what its hash was made of has no JSON, and is the last. */
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
