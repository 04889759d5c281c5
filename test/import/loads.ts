import {generateRecords} from '../../fixtures/index.js';
import type {Account} from '../../src/accounts/account.js';
import {ApiError} from '../../src/errors.js';
import {type Loaded, loadRecords} from '../../src/import/load-records.js';
import {Issues} from '../../src/schema/issues.js';
import {open, type Reply} from './account-copy.js';

const bare = generateRecords({constituents: 0});

/** An account with the lookup lists that every account has, and nobody in it. */
export const openBare = () => open(bare);

/** Loads records into an account, as a merge does. */
export const load = (records: unknown, account: Account = openBare()): Loaded =>
  // No log, no promise.
  account.write(transaction => loadRecords(records, transaction, Issues.none())) as Loaded;

/** The description that a load is refused with; throws where it is not refused, or not as it should be. */
export function refusal(records: unknown, account: Account = openBare()): string {
  const before = account.records;
  try {
    load(records, account);
  } catch (error) {
    if (error instanceof ApiError && error.status === 422 && account.records === before) {
      return error.description;
    }
    throw error;
  }
  throw new Error('it was loaded');
}

/** Every row of an account as it is kept, and the ids that come next. */
export const dump = ({records}: Account): Reply => ({
  ...Object.fromEntries(Array.from(records.collections, ([name, rows]) => [name, [...rows.values()]])),
  nextIds: Object.fromEntries(records.nextIds),
});
