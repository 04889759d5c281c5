import {createHash} from 'node:crypto';
import {closeSync, fstatSync, ftruncateSync, openSync, writeFileSync} from 'node:fs';
import {isStillAt} from '../file-identity.js';

const logFormat = 'crm-sandbox change log';
export const logFormatVersion = 2;

export const hashLength = 16;

/** Covers the line and all before it, so that none can be missing, doubled or out of its place unnoticed. */
export const chained = (before: string, json: string | Buffer): string =>
  createHash('sha256').update(before).update(json).digest('hex').slice(0, hashLength);

/** Lines of a log: each with the hash that the chain has come to. */
class Chain {
  end = '';

  /** @returns the line; the chain goes on with it once it is written */
  line(json: string): {readonly text: string; readonly end: string} {
    const end = chained(this.end, json);
    return {text: `${end} ${json}\n`, end};
  }
}

/**
 * The changes since a file was written, one a line: `<hash of the chain> <json>`. The first line says which file it
 * follows, by its checksum.
 */
export class LogFile {
  readonly #name: string;
  readonly #descriptor: number;
  readonly #chain = new Chain();
  #length: number;
  #isTorn = false;

  /** Goes on with a log that is there and whole. @param end what its chain has come to */
  constructor(file: string, end: string) {
    this.#name = file;
    this.#descriptor = openSync(file, 'a');
    this.#length = fstatSync(this.#descriptor).size;
    this.#chain.end = end;
  }

  /**
   * All that a new log holds, chunk by chunk.
   * @param base the checksum of the file that it follows
   * @param entries that came while the file was written
   * @returns at the end, what the chain has come to
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

  /** Bytes. */
  get length(): number {
    return this.#length;
  }

  /** What its chain has come to. */
  get end(): string {
    return this.#chain.end;
  }

  /** Whether it is still the file of its name. */
  get isThere(): boolean {
    return isStillAt(this.#name, this.#descriptor);
  }

  /**
   * Hands a line to the system, so that it is there even if this process is killed. It is not forced onto the disk: a
   * machine that loses power may lose the last ones.
   * @throws the system's own error; there is no trace of the line, then
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
