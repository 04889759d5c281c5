import {Low, Memory} from 'lowdb';
import type {ApiError} from '../errors.js';
import {assumptionsOf, type Settings, settingsOf} from '../settings.js';
import type {Records} from '../store/records.js';
import type {Schema} from '../store/schema.js';
import {Account} from './account.js';
import type {AccountState} from './account-state.js';
import {type AccountsData, type AccountsOptions, assumedBeside, type ChangeLog, reporting} from './change-log.js';
import {machineClock, moment} from './clock.js';
import {checkRoom, snapshotReservations} from './room.js';
import {listenerId} from './submissions.js';

export const defaultAccount = 'default';

/** Pattern for account names. An account's key is `sbx_` and its name. */
export const accountName = /^[A-Za-z0-9._-]{1,64}$/;

interface Tenancy {
  readonly account: Account;
  /** By the machine's clock. Undefined if the account never expires. */
  readonly expiresAt: number | undefined;
  /** True if it was loaded, and may have served requests of another process. */
  readonly isLoaded: boolean;
  sweep?: NodeJS.Timeout;
}

const longestTimer = 2 ** 31 - 1;

/** All accounts of a running sandbox. A lowdb database contains the default account's state. */
export class Accounts {
  readonly seed: number;
  readonly seedUntil: string | undefined;
  readonly givenLists: Records | undefined;
  readonly settings: Settings;
  readonly schema: Schema;
  readonly #database: Low<AccountsData>;
  readonly #changeLog: ChangeLog | undefined;
  readonly #ttl: number | undefined;
  readonly reserveSnapshots = snapshotReservations(() => this.all());
  readonly #tenancies = new Map<string, Tenancy>();
  /** Accounts that the change log is recording. */
  readonly #pending = new Map<string, Promise<Account>>();
  onExpired?: (name: string) => void;
  /** Names by listener id. The default account has a listener before it is opened. */
  readonly #listeners = new Map<string, string>();
  onLeave: (name: string) => void = () => undefined;

  private constructor(options: AccountsOptions) {
    const {schema, baseline, seed, seedUntil, adapter, changeLog, settings = settingsOf()} = options;
    this.seed = seed;
    this.seedUntil = seedUntil;
    this.givenLists = options.givenLists;
    this.settings = settings;
    this.schema = schema;
    this.#changeLog = changeLog;
    this.#ttl = options.accountTtl;
    this.#listeners.set(listenerId(seed, defaultAccount), defaultAccount);
    this.#database = new Low(adapter ?? new Memory<AccountsData>(), {baseline, current: baseline});
  }

  static async open(options: AccountsOptions): Promise<Accounts> {
    const accounts = new Accounts(options);
    await accounts.#database.read();
    accounts.#addKept();
    return accounts;
  }

  /** Replaces all accounts by those of the database, which another process may have changed. */
  async reload(): Promise<void> {
    await this.#database.read();
    for (const name of [...this.#tenancies.keys()]) {
      this.#leave(name);
    }
    this.#addKept();
  }

  /** The response to all requests while another process owns the accounts. */
  get refusal(): ApiError | undefined {
    return this.#changeLog?.refusal;
  }

  /** The latest take-over of all accounts from another process. */
  get takeOver(): ChangeLog['takeOver'] {
    return this.#changeLog?.takeOver;
  }

  /** Undefined if no other process owned the account. */
  takeOverOf(name: string): ChangeLog['takeOver'] {
    return this.#live(name)?.isLoaded ? this.takeOver : undefined;
  }

  async save(): Promise<void> {
    const {state} = await this.get(defaultAccount);
    this.#database.data = {baseline: this.baseline, current: state};
    await this.#database.write();
  }

  get baseline(): AccountState {
    return this.#database.data.baseline;
  }

  /** The initial state of a new account: the baseline of the default account. */
  get startOfNew(): AccountState {
    return this.find(defaultAccount)?.baseline ?? this.baseline;
  }

  all(): Account[] {
    const live = Array.from(this.#tenancies, ([name, tenancy]) => this.#live(name, tenancy)?.account);
    return live.filter(account => account !== undefined);
  }

  get size(): number {
    return this.#tenancies.size;
  }

  close(): void {
    for (const {sweep} of this.#tenancies.values()) {
      clearTimeout(sweep);
    }
  }

  has(name: string): boolean {
    return this.#pending.has(name) || this.#live(name) !== undefined;
  }

  find(name: string): Account | undefined {
    return this.#live(name)?.account;
  }

  /** False if the account was dropped, even if a new account has the same name. */
  isCurrent(account: Account): boolean {
    return this.#live(account.name)?.account === account;
  }

  /** Milliseconds since 1970; undefined if the account does not expire. */
  expiresAt(name: string): number | undefined {
    return this.#live(name)?.expiresAt;
  }

  /**
   * The account of this name, created from the baseline on first use.
   * @throws ApiError if a limit is reached; the default account always exists
   */
  async get(name: string): Promise<Account> {
    return this.find(name) ?? this.#pending.get(name) ?? this.#openFromDatabase(name);
  }

  /** The id in the URL to which this account's forms are submitted. */
  listenerOf(name: string): string {
    return listenerId(this.seed, name);
  }

  async findByListener(id: string): Promise<Account | undefined> {
    const name = this.#listeners.get(id) ?? '';
    return name === defaultAccount ? this.get(name) : this.find(name);
  }

  /**
   * Creates an account from a state, which is also its baseline.
   * @param ttl milliseconds until it expires; this and `settings` default to those of the sandbox
   * @throws ApiError if a limit is reached
   */
  fork(name: string, from: AccountState, ttl = this.#ttl, settings: Settings = this.settings): Promise<Account> {
    const making = this.#make(name, from, ttl, settings).finally(() => this.#pending.delete(name));
    this.#pending.set(name, making);
    return making;
  }

  async #make(name: string, from: AccountState, ttl: number | undefined, settings: Settings): Promise<Account> {
    checkRoom(this.size);
    const expiresAt = ttl === undefined ? undefined : moment(machineClock) + ttl;
    const assume = assumedBeside(this.settings, settings);
    if (this.#changeLog?.made !== undefined) {
      await reporting(this.#changeLog.made({name, from, assume, expiresAt}));
    }
    return this.#enter(new Account(name, this.schema, from, from, this.#changeLog, settings), expiresAt);
  }

  /** @returns false if there was no such account @throws ApiError if the change log rejects it */
  async drop(name: string): Promise<boolean> {
    const tenancy = this.#live(name);
    if (tenancy === undefined) {
      return false;
    }
    if (this.#changeLog?.dropped !== undefined) {
      await reporting(this.#changeLog.dropped(name));
    }
    return this.#tenancies.get(name) === tenancy && this.#leave(name);
  }

  #addKept(): void {
    const {baseline, kept = []} = this.#database.data;
    for (const [name, {current, snapshots, assume, expiresAt, ...own}] of kept) {
      const settings = {...this.settings, assume: assumptionsOf(assume, this.settings.assume)};
      const account = new Account(name, this.schema, own.baseline ?? baseline, current, this.#changeLog, settings);
      account.addSnapshots(snapshots.values());
      this.#enter(account, expiresAt, true);
    }
  }

  async #openFromDatabase(name: string): Promise<Account> {
    const {baseline, current} = this.#database.data;
    const isRecorded = this.#ttl !== undefined || this.#changeLog?.recordsFirstUse;
    if (name !== defaultAccount && (this.startOfNew !== baseline || isRecorded)) {
      return this.fork(name, this.startOfNew);
    }
    if (name !== defaultAccount) {
      checkRoom(this.size);
    }
    const state = name === defaultAccount ? current : baseline;
    return this.#enter(new Account(name, this.schema, baseline, state, this.#changeLog, this.settings));
  }

  #enter(account: Account, expiresAt?: number, isLoaded = false): Account {
    const {name} = account;
    const tenancy = {account, expiresAt, isLoaded};
    this.#tenancies.set(name, tenancy);
    this.#listeners.set(this.listenerOf(name), name);
    this.#sweepInTime(name, tenancy);
    return account;
  }

  /** Drops an account on time even if no further request names it. */
  #sweepInTime(name: string, tenancy: Tenancy): void {
    if (tenancy.expiresAt !== undefined) {
      const wait = Math.max(1, tenancy.expiresAt - moment(machineClock));
      const sweep = () => this.#live(name) === tenancy && this.#sweepInTime(name, tenancy);
      tenancy.sweep = setTimeout(sweep, Math.min(wait, longestTimer)).unref();
    }
  }

  #leave(name: string): boolean {
    clearTimeout(this.#tenancies.get(name)?.sweep);
    this.#listeners.delete(this.listenerOf(name));
    this.onLeave(name);
    return this.#tenancies.delete(name);
  }

  #live(name: string, tenancy = this.#tenancies.get(name)): Tenancy | undefined {
    if (tenancy?.expiresAt !== undefined && tenancy.expiresAt <= moment(machineClock)) {
      this.#leave(name);
      this.onExpired?.(name);
      this.#changeLog?.dropped?.(name).catch(() => undefined); // the next start drops the expired account
      return undefined;
    }
    return tenancy;
  }
}
