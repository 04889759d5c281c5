import {dataEnd} from '../../fixtures/calendar.js';
import {generateRecords} from '../../fixtures/index.js';
import {endOfData} from '../../fixtures/until.js';
import type {Account} from '../accounts/account.js';
import type {AccountState} from '../accounts/account-state.js';
import {parameterError} from '../errors.js';
import {body, oneOf, quote} from '../schema/fields.js';
import {adminOperation, changeAll} from './admin-operation.js';
import {describeAccount} from './status.js';

export const resetAccount = adminOperation({
  id: 'reset',
  method: 'POST',
  path: '/_sandbox/reset',
  summary: 'Back to the state the account started from, or to a bare account',
  body: body({to: oneOf(['baseline', 'empty']).optional()}),
  query: ['keep'],
  takesAll: true,
  handle: async ({account, accounts, catalog, caches, journal, targets, query: {keep}, body: {to = 'baseline'}}) => {
    checkKeep(keep);
    const {seed, seedUntil} = accounts;
    // The lookup lists that every account has, and nothing else.
    const bareRecords = (until = dataEnd) =>
      caches.bareRecords.get(`${seed} ${until}`, () => generateRecords(catalog, {seed, constituents: 0, until}));
    const start = ({baseline}: Account): AccountState =>
      to === 'baseline'
        ? baseline
        : {records: bareRecords(endOfData(seedUntil, baseline.clock)), clock: baseline.clock};
    await changeAll(targets, async each => {
      await each.replaceState(() => start(each));
      if (keep === undefined) {
        journal.of(each.name).clear();
      }
    });
    return describeAccount(account, accounts);
  },
});

/** What a reset may leave as it is, besides what it never touches. */
function checkKeep(keep: string | undefined): void {
  if (keep !== undefined && keep !== 'requests') {
    throw parameterError(`keep: must be requests, got ${quote(keep)}`);
  }
}
