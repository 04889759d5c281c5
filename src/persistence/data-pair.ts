import {closeSync, existsSync, openSync, rmSync} from 'node:fs';
import {logNameOf, oldLogNameOf} from './log/load-data.js';
import {LogFile} from './log/log-file.js';
import {isStillAt} from './real-file.js';
import {Replacement} from './replace-file.js';
import {GoneError} from './storage-error.js';

/** A data file and its log, as written by this process. */
export class DataPair {
  readonly #file: string;
  readonly #logName: string;
  /** The last hash of the existing log; null if no log can be continued. */
  #end: string | null = null;
  /** Undefined before this process has written a log, and after a partial failure. */
  #log: LogFile | undefined;
  /** The open descriptor, which identifies the file. */
  #held: number | undefined;

  constructor(file: string) {
    this.#file = file;
    this.#logName = logNameOf(file);
  }

  get isOpen(): boolean {
    return this.#log !== undefined;
  }

  get length(): number {
    return this.#log?.length ?? 0;
  }

  /** The last line that a file written now would include. */
  get end(): string | null {
    return this.#log?.end ?? this.#end;
  }

  /** Continues a log that was read, once the file is written. */
  continueFrom(end: string | null): void {
    this.#end = end;
  }

  /** @throws GoneError, or a system error; nothing of the line is then stored */
  append(json: string): void {
    this.checkThere();
    this.#log!.append(json);
  }

  /**
   * Replaces both in one turn. All steps that need disk space come first: if one fails, the old file and log remain in
   * use. A file without its log is rejected, so a first log is created before the file.
   * @param checksum of the file
   * @param entries appended while the file was written; the new log includes them
   */
  replace(file: Replacement, checksum: string, entries: readonly string[]): void {
    this.checkReplaceable();
    let end = '';
    const text = LogFile.text(checksum, entries);
    function* chunks() {
      end = yield* text;
    }
    using log = new Replacement(this.#logName);
    log.writeAll(chunks());
    this.close();
    if (existsSync(this.#logName)) {
      file.commit();
      log.commit();
    } else {
      this.#commitFirst(file, log);
    }
    rmSync(oldLogNameOf(this.#file), {force: true});
    this.#end = end;
    this.#held = openSync(this.#file, 'r');
    this.#log = new LogFile(this.#logName, end);
  }

  #commitFirst(file: Replacement, log: Replacement): void {
    log.commit();
    try {
      file.commit();
    } catch (error) {
      rmSync(this.#logName, {force: true});
      throw error;
    }
  }

  /** @throws GoneError if writes would go to a file that was removed or replaced */
  checkThere(): void {
    if (this.#log !== undefined && !(this.#log.isThere && isStillAt(this.#file, this.#held!))) {
      throw new GoneError();
    }
  }

  /** Missing files can be rewritten without loss. @throws GoneError if something else has one of the names */
  checkReplaceable(): void {
    const isForeign =
      this.#log !== undefined &&
      ((existsSync(this.#logName) && !this.#log.isThere) ||
        (existsSync(this.#file) && !isStillAt(this.#file, this.#held!)));
    if (isForeign) {
      throw new GoneError();
    }
  }

  close(): void {
    this.#log?.close();
    this.#log = undefined;
    if (this.#held !== undefined) {
      closeSync(this.#held);
      this.#held = undefined;
    }
  }
}
