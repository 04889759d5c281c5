import {ApiError, serviceUnavailable} from '../errors.js';
import type {Assumptions} from '../settings.js';
import type {AccountState} from './account-state.js';

/** A state that was saved under a name. */
export interface Snapshot extends AccountState {
  readonly name: string;
  /** By the account's clock. */
  readonly savedAt: string;
  /** Whether it came from elsewhere, and shares nothing with the states of the account. */
  readonly isForeign?: boolean;
}

/** What one piece of work did to an account: references, whatever its size. */
export interface Change {
  readonly before: AccountState;
  readonly after: AccountState;
  /** Whether a reset goes back to `after` from then on. */
  readonly asBaseline?: boolean;
  /** What is kept under a name besides. */
  readonly saved?: Snapshot;
  /** The name of a snapshot that is kept no longer. */
  readonly deleted?: string;
}

/** An account that was made, and not by the first request that named it. */
export interface MadeAccount {
  readonly name: string;
  /** What it holds, and what a reset goes back to. */
  readonly from: AccountState;
  /** What it assumes that the sandbox does not. */
  readonly assume: Partial<Assumptions>;
  /** Milliseconds since 1970; it stays where this is left out. */
  readonly expiresAt?: number;
}

/**
 * Where the changes of accounts are kept, so that none that was acknowledged is lost. An account takes a new state only
 * when its append has settled; until then the reply is held, and what comes next for the account waits.
 */
export interface ChangeLog {
  /**
   * Keeps a change, which is the next one of this account: the appends of one account never overlap.
   * @returns a promise where keeping it takes time; a log that is done at once returns nothing, and nobody waits
   * @throws where it can't be kept, or the promise is rejected: the change is refused, and the account stays as it was.
   *   An `ApiError` is answered as it is, anything else as a 503
   */
  append(account: string, change: Change): void | Promise<void>;
  /** Keeps that an account was made. @throws where it can't be kept: it is not made, then */
  made?(account: MadeAccount): void;
  /** Keeps that an account was dropped. @throws where it can't be kept: it stays, then */
  dropped?(account: string): void;
}

/** @throws ApiError where the log refuses to keep that an account was made or dropped */
export function tellOf(tell: () => void): void {
  try {
    tell();
  } catch (error) {
    refuse(error);
  }
}

/** @throws ApiError where the log refuses the change, or the promise is rejected with one */
export function appendTo(log: ChangeLog | undefined, account: string, change: Change): void | Promise<void> {
  try {
    const appended = log?.append(account, change);
    return appended instanceof Promise ? appended.catch(refuse) : undefined;
  } catch (error) {
    return refuse(error);
  }
}

function refuse(error: unknown): never {
  if (error instanceof ApiError) {
    throw error;
  }
  const reason = error instanceof Error ? error.message : String(error);
  throw Object.assign(serviceUnavailable(`Nothing was changed: the change log failed (${reason})`), {cause: error});
}
