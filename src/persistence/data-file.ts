import type {Adapter} from 'lowdb';
import type {AccountState, Keep} from '../accounts/account.js';
import type {SandboxData} from '../accounts/sandbox.js';
import {ApiError} from '../errors.js';
import type {Schema} from '../store/schema.js';
import {type Change, changeBetween, changed, sizeOf} from './changes.js';
import {Lock} from './lock.js';
import {Journal, readJournal} from './log-file.js';
import {Replacement, readIfThere, removeUnfinished} from './replace-file.js';
import {naming} from './snapshot/snapshot-error.js';
import {readSnapshot, snapshotText} from './snapshot/snapshot-format.js';

export interface DataFileOptions {
  /** What accounts start from. The file does not hold it. */
  readonly baseline: AccountState;
  /** Of the data, where there is no file yet. */
  readonly seed: number;
  readonly schema: Schema;
  /** Bytes; a longer journal is folded into the file with the next change. Default: 256 MiB */
  readonly longestJournal?: number;
}

/** A change of more rows writes the file anew: as a line it might be longer than a text can be. */
const mostRowsInALine = 20_000;

/**
 * Keeps the default account across restarts: a snapshot file, and beside it a journal of what was written since. A
 * change is in the journal before the account takes it, so that nothing acknowledged is lost when the process is
 * killed, at any moment:
 * - a line that was cut off was not acknowledged, and is passed over;
 * - the file is replaced in one step, and its journal in the next. Between the two the journal names a file that is no
 *   more, and is passed over: all of it is in the new one. Where the new file is the same as the old, byte for byte,
 *   the journal still counts, and what is read is what was there before the two steps.
 */
export class DataFile implements Adapter<SandboxData> {
  readonly #file: string;
  readonly #journalFile: string;
  readonly #options: DataFileOptions;
  readonly #lock: Lock;
  #seed: number;
  /** Follows the file; undefined until this process has written one, and after a failure half way. */
  #journal: Journal | undefined;
  #isClosed = false;

  private constructor(file: string, options: DataFileOptions, lock: Lock) {
    this.#file = file;
    this.#journalFile = `${file}.journal`;
    this.#options = options;
    this.#seed = options.seed;
    this.#lock = lock;
  }

  /**
   * Takes the file for this process; it need not be there yet.
   * @throws LockedError where another process has it
   */
  static open(file: string, options: DataFileOptions): DataFile {
    const lock = Lock.take(file);
    const dataFile = new DataFile(file, options, lock);
    try {
      removeUnfinished(file);
      removeUnfinished(dataFile.#journalFile);
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
   * @throws SnapshotError where the file or its journal can't be loaded
   */
  async read(): Promise<SandboxData | null> {
    const bytes = readIfThere(this.#file);
    if (bytes === undefined) {
      return null;
    }
    const {schema, baseline} = this.#options;
    const {state, seed, checksum} = naming(this.#file, () => readSnapshot(bytes, schema));
    const current = naming(this.#journalFile, () => changed(state, this.#readChanges(checksum)));
    this.#seed = seed;
    return {baseline, current};
  }

  /** Writes all of the account, and starts a new journal. Nothing is awaited, so no change comes in between. */
  async write({current}: SandboxData): Promise<void> {
    this.#checkOpen();
    this.#writeAnew(current);
  }

  /**
   * Puts a change into the journal. For an account to be made with.
   * @throws a 507 where there is no room for it, and the like; nothing is kept of it, then
   */
  readonly keep: Keep = (before, after) => {
    this.#checkOpen();
    const change = changeBetween(before, after);
    if (change === undefined) {
      return;
    }
    try {
      this.#keepChange(change, before, after);
    } catch (error) {
      throw new ApiError(
        507,
        'Insufficient Storage',
        `Nothing was changed, because the change can't be kept in ${this.#file}: ${(error as Error).message}`,
      );
    }
  };

  /** Lets go of the file. What was kept stays in the journal, unless `write` was called before. */
  close(): void {
    if (!this.#isClosed) {
      this.#isClosed = true;
      this.#dropJournal();
      this.#lock.release();
    }
  }

  #keepChange(change: Change, before: AccountState, after: AccountState): void {
    const {longestJournal = 256 * 1024 * 1024} = this.#options;
    if (sizeOf(change) > mostRowsInALine || (this.#journal?.length ?? 0) > longestJournal) {
      this.#writeAnew(after);
    } else {
      const journal = this.#journal ?? this.#writeAnew(before);
      journal.append(JSON.stringify(change));
    }
  }

  *#readChanges(checksum: string | undefined): Generator<Change> {
    for (const json of readJournal(this.#journalFile, checksum)) {
      yield JSON.parse(json) as Change;
    }
  }

  /**
   * The file, and a new journal for it. All that takes room on the disk is done before anything is replaced; where that
   * fails, file and journal go on as they are.
   */
  #writeAnew(state: AccountState): Journal {
    const text = snapshotText(state, this.#seed, this.#options.schema);
    let checksum = '';
    function* chunks() {
      checksum = yield* text;
    }
    using file = new Replacement(this.#file, chunks());
    using journal = new Replacement(this.#journalFile, [Journal.head(checksum)]);
    this.#dropJournal();
    file.commit();
    journal.commit();
    this.#journal = new Journal(this.#journalFile);
    return this.#journal;
  }

  #dropJournal(): void {
    this.#journal?.close();
    this.#journal = undefined;
  }

  #checkOpen(): void {
    if (this.#isClosed) {
      throw new Error(`${this.#file} is closed`);
    }
  }
}
