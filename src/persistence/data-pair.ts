import {closeSync, existsSync, openSync, rmSync} from 'node:fs';
import {isStillAt} from './file-identity.js';
import {logNameOf, oldLogNameOf} from './log/load-data.js';
import {LogFile} from './log/log-file.js';
import {Replacement} from './replace-file.js';
import {GoneError} from './storage-error.js';

/** A data file and the log that follows it, as this process has written them. */
export class DataPair {
  readonly #file: string;
  readonly #logName: string;
  /** What the chain of the log that is there has come to; null where there is none that goes on. */
  #end: string | null = null;
  /** Undefined until this process has written one, and after a failure half way. */
  #log: LogFile | undefined;
  /** The file, held open so that it is known by it. */
  #held: number | undefined;

  constructor(file: string) {
    this.#file = file;
    this.#logName = logNameOf(file);
  }

  /** Whether changes can be put into the log. */
  get isOpen(): boolean {
    return this.#log !== undefined;
  }

  /** Bytes of the log. */
  get length(): number {
    return this.#log?.length ?? 0;
  }

  /** Up to where a file that is written now holds all. */
  get end(): string | null {
    return this.#log?.end ?? this.#end;
  }

  /** Goes on from a log that was read, once the file is written. */
  goOnFrom(end: string | null): void {
    this.#end = end;
  }

  /** @throws GoneError, or the system's own error; there is no trace of the line, then */
  append(json: string): void {
    this.checkThere();
    this.#log!.append(json);
  }

  /**
   * In one turn. All that takes room on the disk is done before anything is replaced; where that fails, file and log go
   * on as they are. A file whose log is missing is refused, so that the log is there first where there is none yet.
   * @param checksum of the file
   * @param entries that came while the file was written: the new log takes them over
   */
  replace(file: Replacement, checksum: string, entries: readonly string[]): void {
    this.checkReplaceable();
    let end = '';
    const text = LogFile.text(checksum, entries);
    function* chunks() {
      end = yield* text;
    }
    using log = new Replacement(this.#logName, chunks());
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

  /** @throws GoneError where what is written would be in no file that anybody finds */
  checkThere(): void {
    if (this.#log !== undefined && !(this.#log.isThere && isStillAt(this.#file, this.#held!))) {
      throw new GoneError();
    }
  }

  /** What is missing can be written anew, and nothing is lost. @throws GoneError where something else has a name of it */
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
