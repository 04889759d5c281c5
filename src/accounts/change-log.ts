import type {Adapter} from 'lowdb';
import {ApiError, serviceUnavailable} from '../errors.js';
import type {Assumptions, Settings} from '../settings.js';
import type {Records} from '../store/records.js';
import type {Schema} from '../store/schema.js';
import type {AccountState} from './account-state.js';

/** Contents of the database: the common baseline, and the default account's state if it differs. */
export interface AccountsData {
  readonly baseline: AccountState;
  readonly current: AccountState;
  /** Further data of accounts by name, including the default account. */
  readonly kept?: ReadonlyMap<string, KeptAccount>;
}

/** The parts of an account that survive a restart. */
export interface KeptAccount {
  readonly current: AccountState;
  /** The account's baseline, if it differs from the common one. */
  readonly baseline?: AccountState;
  readonly snapshots: ReadonlyMap<string, Snapshot>;
  readonly assume: Partial<Assumptions>;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number;
}

/** Assumptions of an account that differ from the sandbox's. */
export const assumedBeside = (sandbox: Settings, {assume}: Settings): Partial<Assumptions> =>
  Object.fromEntries(
    Object.entries(assume).filter(([name, value]) => sandbox.assume[name as keyof Assumptions] !== value),
  );

export interface Snapshot extends AccountState {
  readonly name: string;
  readonly savedAt: string;
  /** True if the state was imported and shares no data with the account's states. */
  readonly isForeign?: boolean;
}

/** The effect of one piece of work on an account. It consists of references, regardless of its size. */
export interface Change {
  readonly before: AccountState;
  readonly after: AccountState;
  /** True if a reset restores `after` from then on. */
  readonly asBaseline?: boolean;
  /** A snapshot to store as well. */
  readonly saved?: Snapshot;
  /** The name of a deleted snapshot. */
  readonly deleted?: string;
}

/** An account that was created explicitly, not by the first request that named it. */
export interface NewAccount {
  readonly name: string;
  /** The initial state, which is also the baseline. */
  readonly from: AccountState;
  /** Assumptions that differ from the sandbox's. */
  readonly assume: Partial<Assumptions>;
  /** Milliseconds since 1970. Undefined if the account does not expire. */
  readonly expiresAt?: number | undefined;
}

export interface TakeOver {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Earlier processes numbered their requests up to this number. */
  readonly lastNumber: number;
}

/**
 * Stores the changes of accounts, so that no acknowledged change is lost. An account applies a state only after its
 * append has settled; until then the response and the account's next change wait.
 */
export interface ChangeLog {
  /**
   * Appends the next change of an account. The appends of one account never overlap.
   * @throws if the append fails: the change is rejected, and the account stays as it was. An `ApiError` becomes the
   * response; any other error becomes a 503
   */
  append(account: string, change: Change): Promise<void>;
  /** Records that an account was created. @throws if that fails; the account is then not created */
  made?(account: NewAccount): Promise<void>;
  /** Records that an account was dropped. @throws if that fails; the account then stays */
  dropped?(account: string): Promise<void>;
  /** True if `made` is also called for accounts that their first request creates. */
  readonly recordsFirstUse?: boolean;
  /** The response to all requests while another process owns the accounts. */
  readonly refusal?: ApiError | undefined;
  /** The moment at which this process took over the accounts from another one. */
  readonly takeOver?: TakeOver | undefined;
}

export interface AccountsOptions {
  readonly schema: Schema;
  readonly baseline: AccountState;
  readonly seed: number;
  /** Default end of generated data: `now`, or a day. */
  readonly seedUntil?: string;
  /** Lookup lists for all generated data, instead of generated ones. */
  readonly givenLists?: Records | undefined;
  /** Default: lowdb's memory */
  readonly adapter?: Adapter<AccountsData>;
  /** Receives each change before the account applies it. */
  readonly changeLog?: ChangeLog;
  /** Default milliseconds until an account expires. Default: never */
  readonly accountTtl?: number;
  /** The settings of accounts without their own. */
  readonly settings?: Settings;
}

/** @throws ApiError if the log fails: the log's own, or a 503 with the reason */
export async function reporting(logging: Promise<void>): Promise<void> {
  try {
    await logging;
  } catch (error) {
    if (error instanceof ApiError) {
      throw error;
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw Object.assign(serviceUnavailable(`Nothing was changed: the change log failed (${reason})`), {cause: error});
  }
}
