import {createHash} from 'node:crypto';
import {closeSync, fstatSync, ftruncateSync, openSync, writeFileSync} from 'node:fs';
import {readIfThere} from './replace-file.js';
import {SnapshotError} from './snapshot/snapshot-error.js';

/** As files that are there already name it. */
const format = 'crm-sandbox journal';
const formatVersion = 1;

const newline = 10;

const hashLength = 16;

const hashOf = (json: string | Buffer) => createHash('sha256').update(json).digest('hex').slice(0, hashLength);

const lineOf = (json: string) => `${hashOf(json)} ${json}\n`;

/**
 * The changes since a file was written, one a line: `<start of the line's hash> <json>`. The first line says which file
 * it follows, by its checksum.
 */
export class LogFile {
  readonly #descriptor: number;
  #length: number;
  #isTorn = false;

  /** Goes on with a log that is there and whole. */
  constructor(file: string) {
    this.#descriptor = openSync(file, 'a');
    this.#length = fstatSync(this.#descriptor).size;
  }

  /** All that a new log holds. @param base the checksum of the file that it follows */
  static head(base: string): string {
    return lineOf(JSON.stringify({format, format_version: formatVersion, base}));
  }

  /** Bytes. */
  get length(): number {
    return this.#length;
  }

  /**
   * Hands a line to the system, so that it is there even if this process is killed. It is not forced onto the disk: a
   * machine that loses power may lose the last ones.
   * @throws the system's own error; there is no trace of the line, then
   */
  append(json: string): void {
    this.#mend();
    const line = Buffer.from(lineOf(json));
    try {
      this.#isTorn = true;
      writeFileSync(this.#descriptor, line);
      this.#isTorn = false;
    } catch (error) {
      this.#tryToMend();
      throw error;
    }
    this.#length += line.length;
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  /** Takes away a line that was written in part, or the next one would be glued to it. */
  #mend(): void {
    if (this.#isTorn) {
      ftruncateSync(this.#descriptor, this.#length);
      this.#isTorn = false;
    }
  }

  /** Where it fails, the next line tries again before it is written. */
  #tryToMend(): void {
    try {
      this.#mend();
    } catch {}
  }
}

/**
 * The JSON of each line of a log, in order; nothing where it does not follow this file: the file was written anew,
 * and what it held is in there. A last line without an end was never acknowledged, and is left out.
 * @param base the checksum of the file; undefined where it has none
 * @throws SnapshotError where a line is damaged
 */
export function* readLogFile(file: string, base: string | undefined): Generator<string> {
  const bytes = readIfThere(file) ?? Buffer.alloc(0);
  let number = 0;
  for (let start = 0, end = bytes.indexOf(newline); end >= 0; start = end + 1, end = bytes.indexOf(newline, start)) {
    number += 1;
    const json = readLine(bytes.subarray(start, end), number);
    if (number > 1) {
      yield json;
    } else if (!follows(json, base)) {
      return;
    }
  }
}

function readLine(line: Buffer, number: number): string {
  const json = line.subarray(hashLength + 1);
  if (line.toString('latin1', 0, hashLength + 1) !== `${hashOf(json)} `) {
    throw new SnapshotError(
      `The change log is damaged in line ${number}. Take another copy of it; without it, the data are as they were when the file beside it was last written`,
    );
  }
  return json.toString();
}

function follows(json: string, base: string | undefined): boolean {
  const head = JSON.parse(json) as {readonly format_version: number; readonly base: string};
  if (head.base !== base) {
    return false;
  }
  if (head.format_version !== formatVersion) {
    throw new SnapshotError('The change log was written by a newer crm-sandbox. Update crm-sandbox');
  }
  return true;
}
