import {createHash} from 'node:crypto';
import {closeSync, fstatSync, ftruncateSync, openSync, writeFileSync} from 'node:fs';
import {isStillAt} from '../real-file.js';
import {readIfThere} from '../replace-file.js';
import {SnapshotError} from '../snapshot/snapshot-error.js';

const logFormat = 'crm-sandbox change log';
const logFormatVersion = 2;

const hashLength = 16;

/** Hashes the line and all earlier ones, which detects missing, repeated and reordered lines. */
const chained = (before: string, json: string | Buffer): string =>
  createHash('sha256').update(before).update(json).digest('hex').slice(0, hashLength);

/**
 * The changes since a file was written, one per line: `<chained hash> <json>`. The first line has the checksum of the
 * file that it follows.
 */
export class LogFile {
  readonly #name: string;
  readonly #descriptor: number;
  #length: number;
  #end: string;
  #isTorn = false;

  /** Continues an intact log. @param end its last hash */
  constructor(file: string, end: string) {
    this.#name = file;
    this.#descriptor = openSync(file, 'a');
    this.#length = fstatSync(this.#descriptor).size;
    this.#end = end;
  }

  /**
   * The content of a new log, chunk by chunk.
   * @param base the checksum of the file that it follows
   * @param entries appended while the file was written
   * @returns the last hash
   */
  static *text(base: string, entries: Iterable<string> = []): Generator<string, string> {
    let end = '';
    const head = JSON.stringify({format: logFormat, format_version: logFormatVersion, base});
    for (const json of [head, ...entries]) {
      end = chained(end, json);
      yield `${end} ${json}\n`;
    }
    return end;
  }

  get length(): number {
    return this.#length;
  }

  /** The hash of its last line. */
  get end(): string {
    return this.#end;
  }

  /** False if the file was removed or replaced. */
  get isThere(): boolean {
    return isStillAt(this.#name, this.#descriptor);
  }

  /**
   * Writes a line to the system's cache, so that it survives if this process is killed. It does not sync to disk: a
   * power failure may lose the last lines.
   * @throws a system error; nothing of the line is then stored
   */
  append(json: string): void {
    this.#mend();
    const end = chained(this.#end, json);
    const line = Buffer.from(`${end} ${json}\n`);
    try {
      this.#isTorn = true;
      writeFileSync(this.#descriptor, line);
      this.#isTorn = false;
    } catch (error) {
      this.#tryToMend();
      throw error;
    }
    this.#length += line.length;
    this.#end = end;
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  /** Truncates a partial line before the next line is appended. */
  #mend(): void {
    if (this.#isTorn) {
      ftruncateSync(this.#descriptor, this.#length);
      this.#isTorn = false;
    }
  }

  /** On failure, the next append tries again first. */
  #tryToMend(): void {
    try {
      this.#mend();
    } catch {}
  }
}

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
