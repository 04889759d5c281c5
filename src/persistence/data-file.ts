import type {Adapter} from 'lowdb';
import {defaultAccount} from '../accounts/accounts.js';
import type {AccountsData, Change, ChangeLog, KeptAccount, NewAccount} from '../accounts/change-log.js';
import type {DataFileOptions} from './data-file-options.js';
import {DataPair} from './data-pair.js';
import {Lock} from './lock.js';
import type {Entry} from './log/entries.js';
import {KeptAccounts, keptAs} from './log/kept-accounts.js';
import {loadData, logNameOf} from './log/load-data.js';
import {dataText} from './log/written-accounts.js';
import {realFile} from './real-file.js';
import {Replacement, removeUnfinished} from './replace-file.js';
import {beingWritten, orRefuse} from './storage-error.js';

/**
 * Stores all accounts across restarts in a file, with a log of later changes next to it. A change is in the log before
 * the account applies it, so that no acknowledged change is lost if the process is killed at any moment:
 * - a truncated last line was not acknowledged, and is ignored;
 * - each line's hash covers the earlier lines and the file that they follow, so that a missing line is detected;
 * - the file is replaced atomically, and its log after it. The file records the last line of the old log that it
 * includes, so that later lines still count if the process is killed in between.
 *
 * The file is written in turns of some milliseconds from immutable states. Changes meanwhile are appended to the old
 * log, and from there copied to the new one.
 */
export class DataFile implements Adapter<AccountsData>, ChangeLog {
  readonly #file: string;
  readonly #options: DataFileOptions;
  readonly #lock: Lock;
  readonly #kept: KeptAccounts;
  readonly #pair: DataPair;
  readonly #longestLog: number;
  #seed: number;
  #folding: Promise<void> | undefined;
  /** Entries appended since the current write of the file began. */
  #meanwhile: string[] = [];
  /** The account whose change is in no line, but in the file being written. */
  #busy: string | undefined;
  #foldAt: number;
  #isClosed = false;

  private constructor(file: string, options: DataFileOptions, lock: Lock) {
    this.#file = file;
    this.#pair = new DataPair(file);
    this.#options = options;
    this.#seed = options.seed;
    this.#lock = lock;
    this.#kept = new KeptAccounts(options.baseline);
    this.#longestLog = options.longestLog ?? 256 * 1024 * 1024;
    this.#foldAt = this.#longestLog;
  }

  /**
   * Locks the file for this process; it need not exist yet. Links are resolved.
   * @throws LockedError if another process has locked it
   */
  static open(name: string, options: DataFileOptions): DataFile {
    const file = realFile(name);
    const lock = Lock.take(file);
    const dataFile = new DataFile(file, options, lock);
    try {
      removeUnfinished(file);
      removeUnfinished(logNameOf(file));
      if (lock.leftBy !== undefined) {
        options.onNotice?.(`${file} was in use by ${lock.leftBy}, which ended without closing it: taken over`);
      }
    } catch (error) {
      dataFile.close();
      throw error;
    }
    return dataFile;
  }

  /** The seed of the data: once the file is read, its own seed instead of the option's. */
  get seed(): number {
    return this.#seed;
  }

  /**
   * All accounts as last acknowledged; null if there is no file.
   * @throws SnapshotError if the file or its log can't be loaded
   */
  async read(): Promise<AccountsData | null> {
    const loaded = await loadData(this.#file, this.#options);
    if (loaded === undefined) {
      return null;
    }
    for (const [name, account] of loaded.kept) {
      this.#kept.put(name, account);
    }
    this.#seed = loaded.seed;
    this.#pair.continueFrom(loaded.end);
    const kept = this.#kept.all();
    return {baseline: this.#options.baseline, current: kept.get(defaultAccount)!.current, kept};
  }

  /** Writes all accounts and starts a new log. Concurrent changes are in both. */
  async write({current}: AccountsData): Promise<void> {
    this.#checkOpen();
    this.#kept.putDefault(current);
    while (this.#folding !== undefined) {
      await this.#folding.catch(() => undefined);
    }
    await this.#fold();
  }

  /**
   * Appends a change to the log immediately. A change too large for a line is stored when the file is next written.
   * @throws a 507 if the disk is full, or for similar errors; nothing of the change is then stored
   */
  async append(account: string, change: Change): Promise<void> {
    this.#checkOpen();
    await orRefuse(() => this.#append(account, change));
  }

  async made(made: NewAccount): Promise<void> {
    this.#checkOpen();
    const entries = this.#kept.entriesOfMade(made, this.#busy);
    await orRefuse(() => this.#write(entries, made.name, keptAs(made, this.#kept.isCommon(made.from))));
  }

  async dropped(name: string): Promise<void> {
    this.#checkOpen();
    if (this.#kept.has(name)) {
      await orRefuse(() => this.#writeLines([{account: name, dropped: true}]));
      this.#kept.delete(name);
    }
  }

  /** Unlocks the file. Appended changes stay in the log unless `write` was called before. */
  close(): void {
    if (!this.#isClosed) {
      this.#isClosed = true;
      this.#pair.close();
      this.#lock.release();
    }
  }

  async #append(name: string, change: Change): Promise<void> {
    const entries = this.#kept.entriesOf(name, change, this.#busy);
    const account = this.#kept.after(name, change);
    if (entries?.length === 0) {
      return;
    }
    const isBehind = this.#folding !== undefined && this.#pair.length > 2 * this.#longestLog;
    if (entries !== undefined && !isBehind) {
      this.#write(entries, name, account);
      return;
    }
    await this.#appendInTurn(name, change);
  }

  /** Waits for the current write of the file, and starts another one if necessary. */
  async #appendInTurn(name: string, change: Change): Promise<void> {
    while (this.#folding !== undefined) {
      await this.#folding.catch(() => undefined); // several may wait; the first of them starts the next
    }
    this.#checkOpen();
    const account = this.#kept.after(name, change);
    const entries = this.#kept.entriesOf(name, change, this.#busy);
    if (entries === undefined) {
      await this.#fold(name, account);
    } else {
      this.#write(entries, name, account);
    }
  }

  /** Appends the entries immediately, or starts a write of the file. */
  #write(entries: readonly Entry[] | undefined, name: string, account: KeptAccount): void {
    if (!this.#pair.isOpen || entries === undefined) {
      this.#writeAnew(new Map(this.#kept.all()).set(name, account));
    } else {
      this.#writeLines(entries);
    }
    this.#kept.put(name, account);
    this.#foldIfLong();
  }

  #writeLines(entries: readonly Entry[]): void {
    for (const entry of entries) {
      const json = JSON.stringify(entry);
      this.#pair.append(json);
      if (this.#folding !== undefined) {
        this.#meanwhile.push(json);
      }
    }
  }

  #foldIfLong(): void {
    if (this.#folding === undefined && this.#pair.length > this.#foldAt) {
      // If that fails, the log is still complete, and the next attempt follows when it has grown further.
      this.#foldAt = this.#pair.length + this.#longestLog;
      this.#fold().catch(() => undefined);
    }
  }

  /** Rewrites the file and its log. @param name an account whose state in the file is `account` */
  #fold(name?: string, account?: KeptAccount): Promise<void> {
    this.#busy = name;
    this.#meanwhile = [];
    const folding = this.#foldInTurns(name, account).finally(() => {
      this.#folding = undefined;
      this.#busy = undefined;
      this.#meanwhile = [];
    });
    this.#folding = folding;
    return folding;
  }

  async #foldInTurns(name?: string, account?: KeptAccount): Promise<void> {
    this.#pair.checkReplaceable();
    const kept = new Map([...this.#kept.all(), ...(account ? [[name!, account] as const] : [])]);
    const written = this.#textOf(kept);
    using file = await Replacement.inTurns(this.#file, written.chunks(), () => this.#checkOpen());
    this.#replace(file, written.checksum);
    if (account !== undefined) {
      this.#kept.put(name!, account);
    }
  }

  /** Like `#fold`, but synchronous: it blocks until it is done. */
  #writeAnew(kept: ReadonlyMap<string, KeptAccount>): void {
    if (this.#folding !== undefined) {
      throw beingWritten();
    }
    this.#pair.checkReplaceable();
    const written = this.#textOf(kept);
    using file = new Replacement(this.#file);
    file.writeAll(written.chunks());
    this.#replace(file, written.checksum);
  }

  #textOf(kept: ReadonlyMap<string, KeptAccount>) {
    const {schema, baseline} = this.#options;
    return dataText(kept, {baseline, schema, seed: this.#seed, follows: this.#pair.end});
  }

  #replace(file: Replacement, checksum: string): void {
    this.#pair.replace(file, checksum, this.#meanwhile);
    this.#foldAt = this.#pair.length + this.#longestLog;
  }

  #checkOpen(): void {
    if (this.#isClosed) {
      throw new Error('the data file is closed');
    }
  }
}
