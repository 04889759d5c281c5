import path from 'node:path';
import type {ExecutionContext} from 'ava';
import {Account} from '../../src/accounts/account.js';
import type {DataFileOptions} from '../../src/persistence/data-file-options.js';
import {gifts} from '../../src/resources/gifts/gifts.js';
import {schema} from '../../src/resources/index.js';
import {stateOf} from './states.js';
import {open, temporaryFolder} from './support.js';

export const small = stateOf(3);

/** Opens a data file with one account. */
export async function opened(t: ExecutionContext, options: Partial<DataFileOptions> = {}) {
  const folder = await temporaryFolder(t);
  const file = path.join(folder, 'data.json');
  const dataFile = open(file, options);
  t.teardown(() => dataFile.close());
  await dataFile.write({baseline: small, current: small});
  const account = new Account('default', schema, small, small, dataFile);
  return {folder, file, log: `${file}.log`, dataFile, account};
}

/** Makes a minimal change. */
export const noteOn = (account: Account, note: string) =>
  account.write(transaction => {
    const gift = [...transaction.rows(gifts).values()][0]!;
    transaction.put(gifts, {...gift, note});
  });
