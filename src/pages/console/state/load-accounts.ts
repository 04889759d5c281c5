import {type AccountEntry, accounts} from './accounts.js';
import {ask} from './api.js';
import {config} from './config.js';

/** Loads the accounts with the default account's key, because the key of a deleted account would recreate it. */
export async function loadAccounts(): Promise<void> {
  const {accounts: found} = await ask<{accounts: AccountEntry[]}>('GET', '/_sandbox/accounts', {
    account: config.value!.account,
  });
  if (JSON.stringify(found) !== JSON.stringify(accounts.peek())) {
    accounts.value = found; // an unchanged list causes no update
  }
}
