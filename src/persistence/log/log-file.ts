import {createHash} from 'node:crypto';
import {closeSync, fstatSync, ftruncateSync, openSync, writeFileSync} from 'node:fs';
import {isStillAt} from '../file-identity.js';

const logFormat = 'crm-sandbox change log';
export const logFormatVersion = 2;

export const hashLength = 16;

/** Covers the line and all earlier ones, which detects missing, repeated and reordered lines. */
export const chained = (before: string, json: string | Buffer): string =>
  createHash('sha256').update(before).update(json).digest('hex').slice(0, hashLength);

/** Formats the lines of a log with their chained hashes. */
class Chain {
  end = '';

  /** @returns the line; the chain advances once it is written */
  line(json: string): {readonly text: string; readonly end: string} {
    const end = chained(this.end, json);
    return {text: `${end} ${json}\n`, end};
  }
}

/**
 * The changes since a file was written, one per line: `<chained hash> <json>`. The first line has the checksum of the
 * file that it follows.
 */
export class LogFile {
  readonly #name: string;
  readonly #descriptor: number;
  readonly #chain = new Chain();
  #length: number;
  #isTorn = false;

  /** Continues an intact log. @param end its last hash */
  constructor(file: string, end: string) {
    this.#name = file;
    this.#descriptor = openSync(file, 'a');
    this.#length = fstatSync(this.#descriptor).size;
    this.#chain.end = end;
  }

  /**
   * The content of a new log, chunk by chunk.
   * @param base the checksum of the file that it follows
   * @param entries appended while the file was written
   * @returns the last hash
   */
  static *text(base: string, entries: Iterable<string> = []): Generator<string, string> {
    const chain = new Chain();
    const head = JSON.stringify({format: logFormat, format_version: logFormatVersion, base});
    for (const json of [head, ...entries]) {
      const {text, end} = chain.line(json);
      chain.end = end;
      yield text;
    }
    return chain.end;
  }

  get length(): number {
    return this.#length;
  }

  /** The last hash of its chain. */
  get end(): string {
    return this.#chain.end;
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
    const {text, end} = this.#chain.line(json);
    const line = Buffer.from(text);
    try {
      this.#isTorn = true;
      writeFileSync(this.#descriptor, line);
      this.#isTorn = false;
    } catch (error) {
      this.#tryToMend();
      throw error;
    }
    this.#length += line.length;
    this.#chain.end = end;
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  /** Truncates a partial line, because the next one would be appended to it. */
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
