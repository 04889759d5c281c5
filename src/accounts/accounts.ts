import {type Adapter, Low, Memory} from 'lowdb';
import {type Assumptions, assumptionsOf, type Settings, settingsOf} from '../settings.js';
import type {Schema} from '../store/schema.js';
import {Account} from './account.js';
import type {AccountState} from './account-state.js';
import {type ChangeLog, type Snapshot, tellOf} from './change-log.js';
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
  /** What else there is to keep of accounts, by their names; of the default one too. */
  readonly kept?: ReadonlyMap<string, KeptAccount>;
}

/** All of an account that lasts from one start to the next. */
export interface KeptAccount {
  readonly current: AccountState;
  /** What a reset goes back to, where that is not what all accounts start from. */
  readonly baseline?: AccountState;
  readonly snapshots: ReadonlyMap<string, Snapshot>;
  readonly assume: Partial<Assumptions>;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number;
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

/** What an account assumes that the sandbox does not. */
export const assumedBeside = (sandbox: Settings, {assume}: Settings): Partial<Assumptions> =>
  Object.fromEntries(
    Object.entries(assume).filter(([name, value]) => sandbox.assume[name as keyof Assumptions] !== value),
  );

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
    accounts.#takeKept();
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
    const expiry = ttl === undefined ? {} : {expiresAt: moment(machineClock) + ttl};
    const assume = assumedBeside(this.settings, settings);
    tellOf(() => this.#changeLog?.made?.({name, from, assume, ...expiry}));
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

  /** What an earlier process kept. */
  #takeKept(): void {
    const {baseline, kept = []} = this.#database.data;
    for (const [name, {current, snapshots, assume, expiresAt, ...own}] of kept) {
      const settings = {...this.settings, assume: assumptionsOf(assume, this.settings.assume)};
      const from = own.baseline ?? baseline;
      const account = new Account(name, this.#schema, from, current, this.#changeLog, settings);
      account.takeSnapshots(snapshots.values());
      this.#enter(name, {account, ...(expiresAt !== undefined && {expiresAt})});
    }
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
