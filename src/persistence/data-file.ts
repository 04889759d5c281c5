import type {Adapter} from 'lowdb';
import type {AccountState} from '../accounts/account-state.js';
import {type AccountsData, defaultAccount} from '../accounts/accounts.js';
import type {Change, ChangeLog} from '../accounts/change-log.js';
import {insufficientStorage} from '../errors.js';
import type {Schema} from '../store/schema.js';
import {changed, sizeOf, type WrittenChange, writeChange} from './changes.js';
import {Lock} from './lock.js';
import {LogFile, readLogFile} from './log-file.js';
import {realFile} from './real-file.js';
import {Replacement, readIfThere, removeUnfinished} from './replace-file.js';
import {naming} from './snapshot/snapshot-error.js';
import {readSnapshot, snapshotText} from './snapshot/snapshot-format.js';

export interface DataFileOptions {
  /** What accounts start from. The file does not hold it. */
  readonly baseline: AccountState;
  /** Of the data, where there is no file yet. */
  readonly seed: number;
  readonly schema: Schema;
  /** Bytes; a longer log is folded into the file with the next change. Default: 256 MiB */
  readonly longestLog?: number;
}

/** A change of more rows writes the file anew: as a line it might be longer than a text can be. */
const mostRowsInALine = 20_000;

/**
 * Keeps the default account across restarts: a snapshot file, and beside it a log of what was written since. A
 * change is in the log before the account takes it, so that nothing acknowledged is lost when the process is
 * killed, at any moment:
 * - a line that was cut off was not acknowledged, and is passed over;
 * - the file is replaced in one step, and its log in the next. Between the two the log names a file that is no
 *   more, and is passed over: all of it is in the new one. Where the new file is the same as the old, byte for byte,
 *   the log still counts, and what is read is what was there before the two steps.
 */
export class DataFile implements Adapter<AccountsData>, ChangeLog {
  readonly #file: string;
  readonly #logName: string;
  readonly #options: DataFileOptions;
  readonly #lock: Lock;
  #seed: number;
  /** Follows the file; undefined until this process has written one, and after a failure half way. */
  #log: LogFile | undefined;
  #isClosed = false;

  private constructor(file: string, options: DataFileOptions, lock: Lock) {
    this.#file = file;
    this.#logName = `${file}.journal`;
    this.#options = options;
    this.#seed = options.seed;
    this.#lock = lock;
  }

  /**
   * Takes the file for this process; it need not be there yet. A link stands for what it leads to.
   * @throws LockedError where another process has it
   */
  static open(name: string, options: DataFileOptions): DataFile {
    const file = realFile(name);
    const lock = Lock.take(file);
    const dataFile = new DataFile(file, options, lock);
    try {
      removeUnfinished(file);
      removeUnfinished(dataFile.#logName);
    } catch (error) {
      dataFile.close();
      throw error;
    }
    return dataFile;
  }

  /** What the data were generated from: the file's own once it is read, whatever was asked for. */
  get seed(): number {
    return this.#seed;
  }

  /**
   * The account as it was last acknowledged; null where there is no file.
   * @throws SnapshotError where the file or its log can't be loaded
   */
  async read(): Promise<AccountsData | null> {
    const bytes = readIfThere(this.#file);
    if (bytes === undefined) {
      return null;
    }
    const {schema, baseline} = this.#options;
    const {state, seed, checksum} = naming(this.#file, () => readSnapshot(bytes, schema));
    const current = naming(this.#logName, () => changed(state, this.#readChanges(checksum)));
    this.#seed = seed;
    return {baseline, current};
  }

  /** Writes all of the account, and starts a new log. Nothing is awaited, so no change comes in between. */
  async write({current}: AccountsData): Promise<void> {
    this.#checkOpen();
    this.#writeAnew(current);
  }

  /**
   * Puts a change of the default account into the log, at once; other accounts are for one run.
   * @throws a 507 where there is no room for it, and the like; there is no trace of it, then
   */
  append(account: string, change: Change): void {
    if (account !== defaultAccount) {
      return;
    }
    this.#checkOpen();
    const written = writeChange(change);
    if (written === undefined) {
      return;
    }
    try {
      this.#appendWritten(written, change);
    } catch (error) {
      throw insufficientStorage(
        `Nothing was changed, because the change cannot be written to the data file: ${withoutPath(error as Error)}`,
      );
    }
  }

  /** Lets go of the file. What was appended stays in the log, unless `write` was called before. */
  close(): void {
    if (!this.#isClosed) {
      this.#isClosed = true;
      this.#dropLog();
      this.#lock.release();
    }
  }

  #appendWritten(written: WrittenChange, {before, after}: Change): void {
    const {longestLog = 256 * 1024 * 1024} = this.#options;
    if (sizeOf(written) > mostRowsInALine || (this.#log?.length ?? 0) > longestLog) {
      this.#writeAnew(after);
    } else {
      const log = this.#log ?? this.#writeAnew(before);
      log.append(JSON.stringify(written));
    }
  }

  *#readChanges(checksum: string | undefined): Generator<WrittenChange> {
    for (const json of readLogFile(this.#logName, checksum)) {
      yield JSON.parse(json) as WrittenChange;
    }
  }

  /**
   * The file, and a new log for it. All that takes room on the disk is done before anything is replaced; where that
   * fails, file and log go on as they are.
   */
  #writeAnew(state: AccountState): LogFile {
    const text = snapshotText(state, this.#seed, this.#options.schema);
    let checksum = '';
    function* chunks() {
      checksum = yield* text;
    }
    using file = new Replacement(this.#file, chunks());
    using log = new Replacement(this.#logName, [LogFile.head(checksum)]);
    this.#dropLog();
    file.commit();
    log.commit();
    this.#log = new LogFile(this.#logName);
    return this.#log;
  }

  #dropLog(): void {
    this.#log?.close();
    this.#log = undefined;
  }

  #checkOpen(): void {
    if (this.#isClosed) {
      throw new Error(`${this.#file} is closed`);
    }
  }
}

/** `ENOSPC: no space left on device`: a client of the sandbox need not know where its files are. */
const withoutPath = ({message}: Error): string => message.split(/[,'"]|\/|[A-Z]:\\/, 1)[0]!.trimEnd();
