import {defaultAccount} from '../../accounts/accounts.js';
import type {AccountsData, Change, ChangeLog, NewAccount, TakeOver} from '../../accounts/change-log.js';
import {type ApiError, InvalidArgumentError} from '../../errors.js';
import type {DataFileOptions} from '../data-file-options.js';
import {readAddress, shownAddress} from './address.js';
import {Database} from './database.js';
import {type Epoch, retryLater} from './epoch.js';
import {loadAccounts} from './load.js';
import {Ownership} from './ownership.js';
import {StoredAccounts} from './stored-accounts.js';
import {makeTables, tableFormat} from './tables.js';

interface PostgresOptions extends Pick<DataFileOptions, 'schema' | 'baseline' | 'seed'> {
  /** The address of this node, for people. */
  readonly url: string;
  /** Bytes of an account's lines before a state replaces them. Default: 1 MiB */
  readonly leastCompacted?: number;
  /** Receives errors of a take-over. The node then retries. */
  readonly onError: (error: unknown) => void;
  readonly onNotice: (notice: string) => void;
}

interface MetaRow {
  readonly format: number;
  readonly seed: string;
  readonly baseline_state: string | null;
}

const insertMeta = `INSERT INTO sandbox_meta (sandbox, format, seed) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`;

const selectMeta = 'SELECT format, seed, baseline_state FROM sandbox_meta WHERE sandbox = $1';

const setBaseline = ` UPDATE sandbox_meta SET baseline_state = $4
WHERE sandbox = $1 AND EXISTS (SELECT FROM meta) RETURNING sandbox`;

/**
 * Stores all accounts of a sandbox in Postgres. Several nodes may open it: one is active, and the others stand by. A
 * change is a row before the account applies it, so that no acknowledged change is lost with a node.
 */
export class PostgresLog implements ChangeLog {
  readonly recordsFirstUse = true;
  readonly #ownership: Ownership;
  #epoch: Epoch | undefined;
  #stored: StoredAccounts | undefined;
  /** Replaces the accounts with those of the database. */
  onTakeOver: () => Promise<void> = async () => undefined;

  private constructor(
    private readonly database: Database,
    private readonly sandbox: string,
    private readonly options: PostgresOptions,
  ) {
    const load = (epoch: Epoch) => {
      this.#epoch = epoch;
      return this.onTakeOver();
    };
    const {url, onError, onNotice} = options;
    this.#ownership = new Ownership(database, sandbox, url, load, onError, onNotice);
  }

  /** @throws InvalidArgumentError, or ApiError if the database is unreachable or its data has a newer format */
  static async open(data: string, options: PostgresOptions): Promise<PostgresLog> {
    const {sandbox, connectionString} = readAddress(data);
    const database = await Database.open(connectionString);
    try {
      await makeTables(database);
      await database.query(insertMeta, [sandbox, tableFormat, options.seed]);
      const log = new PostgresLog(database, sandbox, options);
      const {seed} = await log.#meta();
      if (Number(seed) !== options.seed) {
        throw new InvalidArgumentError(`seed: the sandbox ${sandbox} has the seed ${seed}; start with that one`);
      }
      return log;
    } catch (error) {
      await database.close();
      const {message} = error as Error;
      throw error instanceof InvalidArgumentError ? error : retryLater(`${shownAddress(data)}: ${message}`);
    }
  }

  /** Reads the data if this node becomes the active one, now or later. */
  start(): Promise<void> {
    return this.#ownership.start();
  }

  get refusal(): ApiError | undefined {
    return this.#ownership.refusal;
  }

  get takeOver(): TakeOver | undefined {
    return this.#ownership.takeOver;
  }

  async read(): Promise<AccountsData | null> {
    if (this.#epoch === undefined) {
      return null;
    }
    const {schema, leastCompacted = 1024 * 1024} = this.options;
    const stored = new StoredAccounts(this.#epoch, schema, leastCompacted);
    await this.#readBaseline(stored);
    const kept = await loadAccounts(stored, schema);
    await stored.states.sweep();
    this.#stored = stored;
    return {baseline: stored.states.baseline.state, current: kept.get(defaultAccount)!.current, kept};
  }

  /** Does nothing: each change already is a row. */
  async write(): Promise<void> {}

  async append(account: string, change: Change): Promise<void> {
    await this.#active.append(account, change);
  }

  async made(account: NewAccount): Promise<void> {
    await this.#active.make(account);
  }

  async dropped(account: string): Promise<void> {
    await this.#active.drop(account);
  }

  async close(): Promise<void> {
    await this.#ownership.close();
    await this.database.close();
  }

  get #active(): StoredAccounts {
    if (this.#stored === undefined) {
      throw this.refusal ?? retryLater('The data are being read');
    }
    return this.#stored;
  }

  async #meta(): Promise<MetaRow> {
    const [meta] = await this.database.query<MetaRow>(selectMeta, [this.sandbox]);
    if (meta!.format > tableFormat) {
      throw new InvalidArgumentError(
        `data: the sandbox ${this.sandbox} was written by a newer crm-sandbox: its format is ${meta!.format}, and this one reads ${tableFormat}. Update crm-sandbox`,
      );
    }
    return meta!;
  }

  async #readBaseline({states, epoch}: StoredAccounts): Promise<void> {
    const {baseline_state: id} = await this.#meta();
    if (id === null) {
      const {id} = await states.writeBaseline(this.options.baseline);
      await epoch.prepare(setBaseline, [id]);
    } else {
      await states.readBaseline(id);
    }
  }
}
