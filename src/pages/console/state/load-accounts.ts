import {type AccountEntry, accounts} from './accounts.js';
import {ask} from './api.js';
import {config} from './config.js';

/** Asks which accounts there are: with the key of the default one, because that of one that is gone makes it anew. */
export async function loadAccounts(): Promise<void> {
  const {accounts: found} = await ask<{accounts: AccountEntry[]}>('GET', '/_sandbox/accounts', {
    account: config.value!.account,
  });
  if (JSON.stringify(found) !== JSON.stringify(accounts.peek())) {
    accounts.value = found; // what is as it was is drawn no second time
  }
}
