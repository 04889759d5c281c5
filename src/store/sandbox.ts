import {type Adapter, Low, Memory} from 'lowdb';
import {Account} from './account.js';
import type {Clock} from './clock.js';
import type {Records} from './records.js';
import type {Schema} from './schema.js';

/** What the database holds: the state every account starts from, and the accounts that differ from it by now. */
export interface SandboxData {
  readonly baseline: Records;
  readonly accounts: Map<string, Account>;
}

export interface SandboxOptions {
  readonly schema: Schema;
  readonly baseline: Records;
  readonly clock: Clock;
  readonly seed: number;
  /** Defaults to lowdb's memory. */
  readonly adapter?: Adapter<SandboxData>;
}

/** Every account of one running sandbox, in a lowdb database. */
export class Sandbox {
  readonly seed: number;
  readonly #schema: Schema;
  readonly #clock: Clock;
  readonly #database: Low<SandboxData>;

  private constructor(options: SandboxOptions) {
    this.seed = options.seed;
    this.#schema = options.schema;
    this.#clock = options.clock;
    this.#database = new Low(options.adapter ?? new Memory<SandboxData>(), {
      baseline: options.baseline,
      accounts: new Map(),
    });
  }

  static async open(options: SandboxOptions): Promise<Sandbox> {
    const sandbox = new Sandbox(options);
    await sandbox.#database.read();
    return sandbox;
  }

  get accounts(): ReadonlyMap<string, Account> {
    return this.#database.data.accounts;
  }

  /** The account of this name; made from the baseline when first asked for. */
  account(name: string): Account {
    const {accounts, baseline} = this.#database.data;
    let account = accounts.get(name);
    if (account === undefined) {
      account = new Account(name, this.#schema, baseline, this.#clock);
      accounts.set(name, account);
    }
    return account;
  }
}
