import {type Adapter, Low, Memory} from 'lowdb';
import type {Schema} from '../store/schema.js';
import {Account, type AccountState, type Keep} from './account.js';
import {machineClock, moment} from './clock.js';

/** The account that the named keys share. */
export const defaultAccount = 'default';

/** What an account may be called: what stands behind `sbx_` in its key. */
export const accountName = /^[A-Za-z0-9._-]{1,64}$/;

/** More accounts than this are a client that makes them in a loop. */
export const mostAccounts = 100_000;

/** What the database holds: the state that accounts start from, and what the default account holds if that is another. */
export interface SandboxData {
  readonly baseline: AccountState;
  readonly current: AccountState;
}

export interface SandboxOptions {
  readonly schema: Schema;
  readonly baseline: AccountState;
  readonly seed: number;
  /** Defaults to lowdb's memory. */
  readonly adapter?: Adapter<SandboxData>;
  /** Told of each state of the default account before it is taken. */
  readonly keep?: Keep;
}

interface Tenancy {
  readonly account: Account;
  /** By the machine's clock; never where it is left out. */
  readonly expiresAt?: number;
}

/** Every account of one running sandbox. The default account's state is in a lowdb database. */
export class Sandbox {
  readonly seed: number;
  readonly #schema: Schema;
  readonly #database: Low<SandboxData>;
  readonly #keep: Keep | undefined;
  readonly #tenancies = new Map<string, Tenancy>();

  private constructor({schema, baseline, seed, adapter, keep}: SandboxOptions) {
    this.seed = seed;
    this.#schema = schema;
    this.#keep = keep;
    this.#database = new Low(adapter ?? new Memory<SandboxData>(), {baseline, current: baseline});
  }

  static async open(options: SandboxOptions): Promise<Sandbox> {
    const sandbox = new Sandbox(options);
    await sandbox.#database.read();
    return sandbox;
  }

  /** Writes the default account to where the adapter keeps it. */
  async save(): Promise<void> {
    this.#database.data = {baseline: this.baseline, current: this.account(defaultAccount).state};
    await this.#database.write();
  }

  get schema(): Schema {
    return this.#schema;
  }

  get baseline(): AccountState {
    return this.#database.data.baseline;
  }

  /** The accounts there are, in the order in which they came. */
  accounts(): Account[] {
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
  account(name: string): Account {
    const tenancy = this.#live(name);
    return tenancy === undefined ? this.#openFromDatabase(name) : tenancy.account;
  }

  /**
   * A new account that starts from a state, which is also its baseline.
   * @param ttl milliseconds until it goes by itself
   */
  fork(name: string, from: AccountState, ttl?: number): Account {
    const account = new Account(name, this.#schema, from);
    const now = moment(machineClock);
    this.#tenancies.set(name, {account, ...(ttl !== undefined && {expiresAt: now + ttl})});
    return account;
  }

  /** @returns whether there was one */
  drop(name: string): boolean {
    return this.#live(name) !== undefined && this.#tenancies.delete(name);
  }

  #openFromDatabase(name: string): Account {
    const {baseline, current} = this.#database.data;
    const account =
      name === defaultAccount
        ? new Account(name, this.#schema, baseline, current, this.#keep)
        : new Account(name, this.#schema, baseline);
    this.#tenancies.set(name, {account});
    return account;
  }

  #live(name: string): Tenancy | undefined {
    const tenancy = this.#tenancies.get(name);
    if (tenancy?.expiresAt !== undefined && tenancy.expiresAt <= moment(machineClock)) {
      this.#tenancies.delete(name);
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
