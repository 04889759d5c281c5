import {generateRecords} from '../../fixtures/index.js';
import type {Account} from '../../src/accounts/account.js';
import {ApiError} from '../../src/errors.js';
import {type Imported, importRecords} from '../../src/import/import-records.js';
import {catalog} from '../../src/resources/index.js';
import {open, type Reply} from './account-copy.js';

const bare = generateRecords(catalog, {constituents: 0});

/** Opens an account with only the default lookup lists. */
export const openBare = () => open(bare);

export const importable = catalog.kinds.filter(({output}) => output !== undefined).map(({name}) => name);

/** Loads records into an account, as in mode merge. */
export const load = (records: unknown, account: Account = openBare()): Promise<Imported> =>
  account.write(transaction => importRecords(records, transaction, catalog));

/** Returns the description of a rejected load. @throws Error if the load succeeds or fails otherwise */
export async function refusal(records: unknown, account: Account = openBare()): Promise<string> {
  const before = account.records;
  try {
    await load(records, account);
  } catch (error) {
    if (error instanceof ApiError && error.status === 422 && account.records === before) {
      return error.description;
    }
    throw error;
  }
  throw new Error('the records were loaded');
}

/** Returns every stored row of an account and the next ids. */
export const dump = ({records}: Account): Reply => ({
  ...Object.fromEntries(Array.from(records.collections, ([name, rows]) => [name, [...rows.values()]])),
  nextIds: Object.fromEntries(records.nextIds),
});
