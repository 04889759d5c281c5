import type {Account} from '../../src/accounts/account.js';
import {type Accounts, defaultAccount} from '../../src/accounts/accounts.js';
import type {AdminContext} from '../../src/admin/admin-operation.js';
import {ExchangeBus} from '../../src/exchanges/bus.js';
import {Journal} from '../../src/exchanges/journal/journal.js';
import {TraceHistory} from '../../src/exchanges/trace/trace-history.js';
import {FaultRules} from '../../src/faults/fault-rules.js';
import {Coverage} from '../../src/findings/coverage/coverage.js';
import {Inspector} from '../../src/findings/inspector.js';
import {Caches} from '../../src/operations/caches.js';
import {catalog} from '../../src/resources/index.js';

/** A context for admin operations without a server. @param targets the first belongs to the key */
export function adminContextOf(accounts: Accounts, targets: readonly Account[]): AdminContext {
  const journal = new Journal(defaultAccount);
  return {
    accounts,
    catalog,
    caches: new Caches(),
    exchanges: new ExchangeBus(defaultAccount, error => {
      throw error;
    }),
    journal,
    faults: new FaultRules(catalog.operations),
    waiters: new Set(),
    resend: () => Promise.reject(new Error('there is no server')),
    trace: new TraceHistory(journal, () => Promise.reject(new Error('there is no trace head'))),
    inspector: new Inspector({
      catalog,
      defaultAccount,
      settingsOf: name => accounts.find(name)!.settings,
      today: '2026-01-01',
    }),
    coverage: new Coverage(catalog.operations, defaultAccount),
    signal: new AbortController().signal,
    account: targets[0]!,
    targets,
    isForAll: targets.length > 1,
  };
}
