import type {Account} from '../../src/accounts/account.js';
import {type Accounts, defaultAccount} from '../../src/accounts/accounts.js';
import type {AdminContext} from '../../src/admin/admin-operation.js';
import {Waiters} from '../../src/admin/verify/waiters.js';
import {ExchangeBus} from '../../src/exchanges/bus.js';
import {Journal} from '../../src/exchanges/journal/journal.js';
import {FaultRules} from '../../src/faults/fault-rules.js';
import {Caches} from '../../src/operations/caches.js';
import {catalog} from '../../src/resources/index.js';
import {knownOperations} from '../../src/sandbox/known-operations.js';

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
    faults: new FaultRules(knownOperations(catalog.operations)),
    waiters: new Waiters(),
    signal: new AbortController().signal,
    account: targets[0]!,
    targets,
    isForAll: targets.length > 1,
  };
}
