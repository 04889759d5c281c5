import type {Account} from '../../src/accounts/account.js';
import {type Accounts, defaultAccount} from '../../src/accounts/accounts.js';
import type {AdminContext} from '../../src/admin/admin-operation.js';
import {ExchangeBus} from '../../src/exchanges/bus.js';
import {Journal} from '../../src/exchanges/journal/journal.js';
import {operationIdOf} from '../../src/exchanges/operation-ids.js';
import {Faults} from '../../src/faults/faults.js';
import {knownOperations} from '../../src/faults/known-operations.js';
import {Caches} from '../../src/operations/caches.js';
import {catalog} from '../../src/resources/index.js';

/** What admin operations act on, without a server around it. @param targets the first is the key's */
export function adminContextOf(accounts: Accounts, targets: readonly Account[]): AdminContext {
  return {
    accounts,
    catalog,
    caches: new Caches(),
    exchanges: new ExchangeBus(defaultAccount, error => {
      throw error;
    }),
    journal: new Journal(defaultAccount),
    faults: new Faults(knownOperations(catalog.operations, operationIdOf)),
    signal: new AbortController().signal,
    account: targets[0]!,
    targets,
    isForAll: targets.length > 1,
  };
}
