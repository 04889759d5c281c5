import {ApiError, serviceUnavailable} from '../errors.js';
import type {AccountState} from './account-state.js';

/** What one piece of work did to an account: two references, whatever its size. */
export interface Change {
  readonly before: AccountState;
  readonly after: AccountState;
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
