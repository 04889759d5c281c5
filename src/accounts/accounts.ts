import {Low, Memory} from 'lowdb';
import {conflict, insufficientStorage} from '../errors.js';
import {assumptionsOf, type Settings, settingsOf} from '../settings.js';
import type {Schema} from '../store/schema.js';
import {type HeapRoom, heapShares, howToMakeRoom, heap as ownHeap} from '../workload/heap.js';
import {Account} from './account.js';
import type {AccountState} from './account-state.js';
import type {AccountsOptions} from './accounts-options.js';
import {type ChangeLog, tellOf} from './change-log.js';
import {machineClock, moment} from './clock.js';
import {type AccountsData, assumedBeside} from './kept-account.js';
import {SnapshotLimit} from './snapshot-limit.js';
import {listenerId} from './submissions.js';

/** The account that the named keys share. */
export const defaultAccount = 'default';

/** What an account may be called: what stands behind `sbx_` in its key. */
export const accountName = /^[A-Za-z0-9._-]{1,64}$/;

/** More accounts than this are a client that makes them in a loop. */
const mostAccounts = 100_000;

interface Tenancy {
  readonly account: Account;
  /** By the machine's clock; never where it is left out. */
  readonly expiresAt?: number;
  /** Sweeps it then. */
  sweep?: NodeJS.Timeout;
}

/** The longest that a timer waits. Milliseconds. */
const longestWait = 2 ** 31 - 1;

/** Every account of one running sandbox. The default account's state is in a lowdb database. */
export class Accounts {
  readonly seed: number;
  readonly seedUntil: string | undefined;
  readonly settings: Settings;
  readonly schema: Schema;
  readonly #database: Low<AccountsData>;
  readonly #changeLog: ChangeLog | undefined;
  readonly #heap: HeapRoom;
  readonly snapshotLimit = new SnapshotLimit(() => this.all());
  readonly #tenancies = new Map<string, Tenancy>();
  /** Told of each account that has gone by itself. */
  onExpired?: (name: string) => void;
  /** The names of the accounts by the ids of their listeners; the default one's is there before it is opened. */
  readonly #listeners = new Map<string, string>();
  /** Told of each account that goes, deleted or at its time. */
  onLeave: (name: string) => void = () => undefined;

  private constructor(options: AccountsOptions) {
    const {schema, baseline, seed, seedUntil, adapter, changeLog, settings = settingsOf(), heap = ownHeap} = options;
    this.seed = seed;
    this.seedUntil = seedUntil;
    this.#heap = heap;
    this.settings = settings;
    this.schema = schema;
    this.#changeLog = changeLog;
    this.#listeners.set(listenerId(seed, defaultAccount), defaultAccount);
    this.#database = new Low(adapter ?? new Memory<AccountsData>(), {baseline, current: baseline});
  }

  static async open(options: AccountsOptions): Promise<Accounts> {
    const accounts = new Accounts(options);
    await accounts.#database.read();
    accounts.#takeKept();
    return accounts;
  }

  /** Writes the default account to where the adapter has it. */
  async save(): Promise<void> {
    this.#database.data = {baseline: this.baseline, current: this.get(defaultAccount).state};
    await this.#database.write();
  }

  get baseline(): AccountState {
    return this.#database.data.baseline;
  }

  /** The accounts there are, in the order in which they came. */
  all(): Account[] {
    this.#dropExpired();
    return Array.from(this.#tenancies.values(), ({account}) => account);
  }

  /** How many are held. */
  get size(): number {
    return this.#tenancies.size;
  }

  /**
   * @param what is to be kept
   * @throws ApiError where there is no room for it
   */
  checkHeap(what: string): void {
    if (this.#heap.isFull(heapShares.accounts)) {
      throw insufficientStorage(`The sandbox has no room for ${what}: ${this.#heap.describe()}; ${howToMakeRoom()}`);
    }
  }

  /** Holds nothing any more that waits for its end. */
  close(): void {
    for (const {sweep} of this.#tenancies.values()) {
      clearTimeout(sweep);
    }
  }

  has(name: string): boolean {
    return this.#live(name) !== undefined;
  }

  /** Whether it is there: an account of its name may have been dropped and made again since it was looked up. */
  isCurrent(account: Account): boolean {
    return this.#live(account.name)?.account === account;
  }

  /** When an account goes by itself, in milliseconds since 1970; undefined where it stays. */
  expiresAt(name: string): number | undefined {
    return this.#live(name)?.expiresAt;
  }

  /**
   * The account of this name; made from the baseline when first asked for.
   * @throws ApiError where there is no room for it; the default one is always there
   */
  get(name: string): Account {
    return this.#live(name)?.account ?? this.#openFromDatabase(name);
  }

  /** The id in the address that forms of this account send to. */
  listenerOf(name: string): string {
    return listenerId(this.seed, name);
  }

  /** The account whose listener has this id, if there is one. */
  findByListener(id: string): Account | undefined {
    const name = this.#listeners.get(id);
    return name !== undefined && (name === defaultAccount || this.has(name)) ? this.get(name) : undefined;
  }

  /**
   * A new account that starts from a state, which is also its baseline.
   * @param ttl milliseconds until it goes by itself
   * @param settings the sandbox's where it has none of its own
   * @throws ApiError where there is no room for it
   */
  fork(name: string, from: AccountState, ttl?: number, settings: Settings = this.settings): Account {
    this.#checkRoom();
    const account = new Account(name, this.schema, from, from, this.#changeLog, settings, this.#heap);
    const expiry = ttl === undefined ? {} : {expiresAt: moment(machineClock) + ttl};
    tellOf(() => this.#changeLog?.made?.({name, from, assume: assumedBeside(this.settings, settings), ...expiry}));
    this.#enter(name, {account, ...expiry});
    return account;
  }

  /** @returns whether there was one @throws ApiError where the change log does not take it */
  drop(name: string): boolean {
    if (this.#live(name) === undefined) {
      return false;
    }
    tellOf(() => this.#changeLog?.dropped?.(name));
    return this.#leave(name);
  }

  #takeKept(): void {
    const {baseline, kept = []} = this.#database.data;
    for (const [name, {current, snapshots, assume, expiresAt, ...own}] of kept) {
      const settings = {...this.settings, assume: assumptionsOf(assume, this.settings.assume)};
      const [start, log, heap] = [own.baseline ?? baseline, this.#changeLog, this.#heap];
      const account = new Account(name, this.schema, start, current, log, settings, heap);
      account.takeSnapshots(snapshots.values());
      this.#enter(name, {account, ...(expiresAt !== undefined && {expiresAt})});
    }
  }

  #openFromDatabase(name: string): Account {
    if (name !== defaultAccount) {
      this.#checkRoom();
    }
    const {baseline, current} = this.#database.data;
    const state = name === defaultAccount ? current : baseline;
    const account = new Account(name, this.schema, baseline, state, this.#changeLog, this.settings, this.#heap);
    this.#enter(name, {account});
    return account;
  }

  /**
   * Looks before one is made. Accounts share what they have in common, so that none has a size of its own: they
   * are counted, and bounded by the heap that all of them take.
   * @throws ApiError where there is no room for another
   */
  #checkRoom(): void {
    if (this.#tenancies.size >= mostAccounts) {
      throw conflict(`The sandbox holds ${mostAccounts} accounts and makes no more; delete some`);
    }
    this.checkHeap('another account');
  }

  #enter(name: string, tenancy: Tenancy): void {
    this.#tenancies.set(name, tenancy);
    this.#listeners.set(this.listenerOf(name), name);
    this.#sweepInTime(name, tenancy);
  }

  /** Nobody may ever ask for it again: what it holds goes all the same. */
  #sweepInTime(name: string, tenancy: Tenancy): void {
    if (tenancy.expiresAt !== undefined) {
      const wait = Math.max(1, tenancy.expiresAt - moment(machineClock));
      const sweep = () => this.#live(name) === tenancy && this.#sweepInTime(name, tenancy);
      tenancy.sweep = setTimeout(sweep, Math.min(wait, longestWait)).unref();
    }
  }

  #leave(name: string): boolean {
    clearTimeout(this.#tenancies.get(name)?.sweep);
    this.#listeners.delete(this.listenerOf(name));
    this.onLeave(name);
    return this.#tenancies.delete(name);
  }

  #live(name: string): Tenancy | undefined {
    const tenancy = this.#tenancies.get(name);
    if (tenancy?.expiresAt !== undefined && tenancy.expiresAt <= moment(machineClock)) {
      this.#leave(name);
      this.onExpired?.(name);
      try {
        this.#changeLog?.dropped?.(name);
      } catch {} // it goes at the next start in any case, by its time
      return undefined;
    }
    return tenancy;
  }

  #dropExpired(): void {
    for (const name of [...this.#tenancies.keys()]) {
      this.#live(name);
    }
  }
}
