import {dataEnd} from '../../fixtures/calendar.js';
import {generateRecords} from '../../fixtures/index.js';
import {endOfData} from '../../fixtures/until.js';
import type {Account} from '../accounts/account.js';
import type {AccountState} from '../accounts/account-state.js';
import {body, oneOf} from '../schema/fields.js';
import {adminOperation, changeAll} from './admin-operation.js';
import {describeAccount} from './status.js';

export const resetAccount = adminOperation({
  id: 'reset',
  method: 'POST',
  path: '/_sandbox/reset',
  summary: 'Back to the state the account started from, or to a bare account',
  body: body({to: oneOf(['baseline', 'empty']).optional()}),
  takesAll: true,
  handle: async ({account, accounts, catalog, caches, targets, committed, body: {to = 'baseline'}}) => {
    const {seed, seedUntil} = accounts;
    // The lookup lists that every account has, and nothing else.
    const bareRecords = (until = dataEnd) =>
      caches.bareRecords.get(`${seed} ${until}`, () => generateRecords(catalog, {seed, constituents: 0, until}));
    const start = ({baseline}: Account): AccountState =>
      to === 'baseline'
        ? baseline
        : {records: bareRecords(endOfData(seedUntil, baseline.clock)), clock: baseline.clock};
    await changeAll(targets, each => each.replaceState(() => start(each)), committed);
    return describeAccount(account, accounts);
  },
});
