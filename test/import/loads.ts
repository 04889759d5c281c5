import {generateRecords} from '../../fixtures/index.js';
import type {Account} from '../../src/accounts/account.js';
import {ApiError} from '../../src/errors.js';
import {type Imported, importRecords} from '../../src/import/import-records.js';
import {catalog} from '../../src/resources/index.js';
import {open, type Reply} from './account-copy.js';

const bare = generateRecords(catalog, {constituents: 0});

/** An account with the lookup lists that every account has, and nobody in it. */
export const openBare = () => open(bare);

/** The names of the kinds that can be imported. */
export const importable = catalog.kinds.filter(({output}) => output !== undefined).map(({name}) => name);

/** Loads records into an account, as a merge does. */
export const load = (records: unknown, account: Account = openBare()): Promise<Imported> =>
  account.write(transaction => importRecords(records, transaction, catalog));

/** The description that a load is refused with; throws where it is not refused, or not as it should be. */
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
  throw new Error('it was loaded');
}

/** Every row of an account as it is kept, and the ids that come next. */
export const dump = ({records}: Account): Reply => ({
  ...Object.fromEntries(Array.from(records.collections, ([name, rows]) => [name, [...rows.values()]])),
  nextIds: Object.fromEntries(records.nextIds),
});
