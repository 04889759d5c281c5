import {Low, Memory} from 'lowdb';
import {conflict, unprocessableEntity} from '../errors.js';
import {limits} from '../limits.js';
import {assumptionsOf, type Settings, settingsOf} from '../settings.js';
import type {Records} from '../store/records.js';
import type {Schema} from '../store/schema.js';
import {Account} from './account.js';
import type {AccountState} from './account-state.js';
import {type AccountsData, type AccountsOptions, assumedBeside, type ChangeLog, reporting} from './change-log.js';
import {machineClock, moment} from './clock.js';
import {checkMemory, mostForNew} from './memory.js';
import {listenerId} from './submissions.js';

export const defaultAccount = 'default';

/** Pattern for account names. An account's key is `sbx_` and its name. */
export const accountName = /^[A-Za-z0-9._-]{1,64}$/;

interface Tenancy {
  readonly account: Account;
  /** By the machine's clock. Undefined if the account never expires. */
  readonly expiresAt: number | undefined;
  sweep?: NodeJS.Timeout;
}

const longestTimer = 2 ** 31 - 1;

/** All accounts of a running sandbox. A lowdb database holds the default account's state. */
export class Accounts {
  readonly seed: number;
  readonly seedUntil: string | undefined;
  readonly givenLists: Records | undefined;
  readonly settings: Settings;
  readonly schema: Schema;
  readonly #database: Low<AccountsData>;
  readonly #changeLog: ChangeLog | undefined;
  readonly #ttl: number | undefined;
  #reservedSnapshots = 0;
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
    accounts.#takeKept();
    return accounts;
  }

  async save(): Promise<void> {
    const {state} = await this.get(defaultAccount);
    this.#database.data = {baseline: this.baseline, current: state};
    await this.#database.write();
  }

  get baseline(): AccountState {
    return this.#database.data.baseline;
  }

  /** The state from which a new account starts: that to which a reset of the default account goes back. */
  get startOfNew(): AccountState {
    return this.find(defaultAccount)?.baseline ?? this.baseline;
  }

  all(): Account[] {
    return [...this.#tenancies.keys()].flatMap(name => this.find(name) ?? []);
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

  /** False if the account was dropped, even if a new account has its name. */
  isCurrent(account: Account): boolean {
    return this.#live(account.name)?.account === account;
  }

  /** Milliseconds since 1970; undefined if the account does not expire. */
  expiresAt(name: string): number | undefined {
    return this.#live(name)?.expiresAt;
  }

  /**
   * The account of this name, created from the baseline on first use.
   * @throws ApiError if there is no room for it; the default account always exists
   */
  async get(name: string): Promise<Account> {
    return this.find(name) ?? this.#pending.get(name) ?? this.#openFromDatabase(name);
  }

  /**
   * Makes room for new snapshots, until they are saved or refused. All accounts together have a limit.
   * @returns ends the reservation
   * @throws ApiError if there would be too many
   */
  reserveSnapshots(count: number): () => void {
    const saved = this.all().reduce((sum, {snapshots}) => sum + snapshots.size, 0);
    if (saved + this.#reservedSnapshots + count > limits.allSnapshots) {
      throw unprocessableEntity(
        `The sandbox keeps ${limits.allSnapshots} snapshots of all accounts, and has ${saved}; delete some first`,
      );
    }
    this.#reservedSnapshots += count;
    return () => {
      this.#reservedSnapshots -= count;
    };
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
   * @throws ApiError if there is no room for it
   */
  fork(name: string, from: AccountState, ttl = this.#ttl, settings: Settings = this.settings): Promise<Account> {
    const making = this.#make(name, from, ttl, settings).finally(() => this.#pending.delete(name));
    this.#pending.set(name, making);
    return making;
  }

  async #make(name: string, from: AccountState, ttl: number | undefined, settings: Settings): Promise<Account> {
    this.#checkRoom();
    const expiresAt = ttl === undefined ? undefined : moment(machineClock) + ttl;
    const assume = assumedBeside(this.settings, settings);
    if (this.#changeLog?.made !== undefined) {
      await reporting(this.#changeLog.made({name, from, assume, expiresAt}));
    }
    return this.#enter(name, from, from, settings, expiresAt);
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

  #takeKept(): void {
    const {baseline, kept = []} = this.#database.data;
    for (const [name, {current, snapshots, assume, expiresAt, ...own}] of kept) {
      const settings = {...this.settings, assume: assumptionsOf(assume, this.settings.assume)};
      this.#enter(name, own.baseline ?? baseline, current, settings, expiresAt).takeSnapshots(snapshots.values());
    }
  }

  async #openFromDatabase(name: string): Promise<Account> {
    const {baseline, current} = this.#database.data;
    if (name !== defaultAccount && (this.startOfNew !== baseline || this.#ttl !== undefined)) {
      return this.fork(name, this.startOfNew);
    }
    if (name !== defaultAccount) {
      this.#checkRoom();
    }
    return this.#enter(name, baseline, name === defaultAccount ? current : baseline, this.settings);
  }

  /**
   * Checks the limits before an account is created. Accounts share data, so none has a size of its own: their number
   * and the heap that they use together are limited.
   * @throws ApiError if there is no room for another
   */
  #checkRoom(): void {
    if (this.#tenancies.size >= limits.accounts) {
      throw conflict(`The sandbox holds ${limits.accounts} accounts and makes no more; delete some`);
    }
    checkMemory('another account', 0, mostForNew);
  }

  #enter(name: string, baseline: AccountState, state: AccountState, settings: Settings, expiresAt?: number): Account {
    const account = new Account(name, this.schema, baseline, state, this.#changeLog, settings);
    const tenancy = {account, expiresAt};
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

  #live(name: string): Tenancy | undefined {
    const tenancy = this.#tenancies.get(name);
    if (tenancy?.expiresAt !== undefined && tenancy.expiresAt <= moment(machineClock)) {
      this.#leave(name);
      this.onExpired?.(name);
      this.#changeLog?.dropped?.(name).catch(() => undefined); // its expiry drops it at the next start anyway
      return undefined;
    }
    return tenancy;
  }
}
