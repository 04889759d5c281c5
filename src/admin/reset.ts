import {generateRecords} from '../../fixtures/index.js';
import type {Account} from '../accounts/account.js';
import type {AccountState} from '../accounts/account-state.js';
import type {Accounts} from '../accounts/accounts.js';
import type {Catalog} from '../operations/kinds/catalog.js';
import {body, oneOf} from '../schema/fields.js';
import {memoizeWeakly} from '../store/memoize-weakly.js';
import {adminOperation, changeAll} from './admin-operation.js';
import {describeAccount} from './status.js';

/** The lookup lists that every account has, and nothing else. */
const bareRecords = memoizeWeakly((catalog: Catalog) =>
  memoizeWeakly((accounts: Accounts) => generateRecords(catalog, {seed: accounts.seed, constituents: 0})),
);

export const resetAccount = adminOperation({
  id: 'reset',
  method: 'POST',
  path: '/_sandbox/reset',
  summary: 'Back to the state the account started from, or to a bare account',
  body: body({to: oneOf(['baseline', 'empty']).optional()}),
  takesAll: true,
  handle: async ({account, accounts, catalog, targets, body: {to = 'baseline'}}) => {
    const start = ({baseline}: Account): AccountState =>
      to === 'baseline' ? baseline : {records: bareRecords(catalog)(accounts), clock: baseline.clock};
    await changeAll(targets, each => each.replaceState(() => start(each)));
    return describeAccount(account, accounts);
  },
});
