import {type Adapter, Low, Memory} from 'lowdb';
import {type Settings, settingsOf} from '../settings.js';
import type {Schema} from '../store/schema.js';
import {Account} from './account.js';
import type {AccountState} from './account-state.js';
import type {ChangeLog} from './change-log.js';
import {machineClock, moment} from './clock.js';
import {listenerId} from './submissions.js';

/** The account that the named keys share. */
export const defaultAccount = 'default';

/** What an account may be called: what stands behind `sbx_` in its key. */
export const accountName = /^[A-Za-z0-9._-]{1,64}$/;

/** More accounts than this are a client that makes them in a loop. */
export const mostAccounts = 100_000;

/** What the database holds: the state that accounts start from, and what the default account holds if that is another. */
export interface AccountsData {
  readonly baseline: AccountState;
  readonly current: AccountState;
}

export interface AccountsOptions {
  readonly schema: Schema;
  readonly baseline: AccountState;
  readonly seed: number;
  /** Defaults to lowdb's memory. */
  readonly adapter?: Adapter<AccountsData>;
  /** Told of each change of any account before the account takes it. In memory there is none. */
  readonly changeLog?: ChangeLog;
  /** Of every account that has none of its own; as usual where they are left out. */
  readonly settings?: Settings;
}

interface Tenancy {
  readonly account: Account;
  /** By the machine's clock; never where it is left out. */
  readonly expiresAt?: number;
}

/** Every account of one running sandbox. The default account's state is in a lowdb database. */
export class Accounts {
  readonly seed: number;
  readonly settings: Settings;
  readonly #schema: Schema;
  readonly #database: Low<AccountsData>;
  readonly #changeLog: ChangeLog | undefined;
  readonly #tenancies = new Map<string, Tenancy>();
  /** The names of the accounts by the ids of their listeners; the default one's is there before it is opened. */
  readonly #listeners = new Map<string, string>();

  private constructor({schema, baseline, seed, adapter, changeLog, settings = settingsOf()}: AccountsOptions) {
    this.seed = seed;
    this.settings = settings;
    this.#schema = schema;
    this.#changeLog = changeLog;
    this.#listeners.set(listenerId(seed, defaultAccount), defaultAccount);
    this.#database = new Low(adapter ?? new Memory<AccountsData>(), {baseline, current: baseline});
  }

  static async open(options: AccountsOptions): Promise<Accounts> {
    const accounts = new Accounts(options);
    await accounts.#database.read();
    return accounts;
  }

  /** Writes the default account to where the adapter has it. */
  async save(): Promise<void> {
    this.#database.data = {baseline: this.baseline, current: this.get(defaultAccount).state};
    await this.#database.write();
  }

  get schema(): Schema {
    return this.#schema;
  }

  get baseline(): AccountState {
    return this.#database.data.baseline;
  }

  /** The accounts there are, in the order in which they came. */
  all(): Account[] {
    this.#dropExpired();
    return Array.from(this.#tenancies.values(), ({account}) => account);
  }

  get size(): number {
    return this.#tenancies.size;
  }

  has(name: string): boolean {
    return this.#live(name) !== undefined;
  }

  /** When an account goes by itself, in milliseconds since 1970; undefined where it stays. */
  expiresAt(name: string): number | undefined {
    return this.#live(name)?.expiresAt;
  }

  /** The account of this name; made from the baseline when first asked for. */
  get(name: string): Account {
    const tenancy = this.#live(name);
    return tenancy === undefined ? this.#openFromDatabase(name) : tenancy.account;
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
   */
  fork(name: string, from: AccountState, ttl?: number, settings: Settings = this.settings): Account {
    const account = new Account(name, this.#schema, from, from, this.#changeLog, settings);
    const now = moment(machineClock);
    this.#enter(name, {account, ...(ttl !== undefined && {expiresAt: now + ttl})});
    return account;
  }

  /** @returns whether there was one */
  drop(name: string): boolean {
    return this.#live(name) !== undefined && this.#leave(name);
  }

  #openFromDatabase(name: string): Account {
    const {baseline, current} = this.#database.data;
    const state = name === defaultAccount ? current : baseline;
    const account = new Account(name, this.#schema, baseline, state, this.#changeLog, this.settings);
    this.#enter(name, {account});
    return account;
  }

  #enter(name: string, tenancy: Tenancy): void {
    this.#tenancies.set(name, tenancy);
    this.#listeners.set(this.listenerOf(name), name);
  }

  #leave(name: string): boolean {
    this.#listeners.delete(this.listenerOf(name));
    return this.#tenancies.delete(name);
  }

  #live(name: string): Tenancy | undefined {
    const tenancy = this.#tenancies.get(name);
    if (tenancy?.expiresAt !== undefined && tenancy.expiresAt <= moment(machineClock)) {
      this.#leave(name);
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
