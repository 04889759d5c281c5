import {dataEnd} from '../../fixtures/calendar.js';
import {generateRecords} from '../../fixtures/index.js';
import {endOfData} from '../../fixtures/until.js';
import type {Account} from '../accounts/account.js';
import type {AccountState} from '../accounts/account-state.js';
import {parameterError} from '../errors.js';
import {body, oneOf, quote} from '../schema/fields.js';
import {adminOperation, changeAll} from './admin-operation.js';
import {describeAccount} from './status.js';

/** Data outside of the account's records that a reset can keep. */
const keepable = ['requests', 'faults'];

export const resetAccount = adminOperation({
  id: 'reset',
  method: 'POST',
  path: '/_sandbox/reset',
  summary: 'Reset the account to its baseline or empty it; clears its requests and faults',
  body: body({to: oneOf(['baseline', 'empty']).optional()}),
  query: ['keep'],
  takesAll: true,
  handle: async ({committed, query, body: {to = 'baseline'}, ...context}) => {
    const {account, accounts, catalog, caches, targets, faults, journal} = context;
    const kept = readKeep(query.keep);
    const {seed, seedUntil, givenLists} = accounts;
    // The lookup lists that every account has, and no other records.
    const bareRecords = (until = dataEnd) =>
      givenLists ??
      caches.bareRecords.getOrAdd(`${seed} ${until}`, () => generateRecords(catalog, {seed, constituents: 0, until}));
    const start = ({baseline}: Account): AccountState =>
      to === 'baseline'
        ? baseline
        : {records: bareRecords(endOfData(seedUntil, baseline.clock)), clock: baseline.clock};
    const forget = (each: Account) => {
      if (!kept.has('requests')) {
        journal.of(each.name).clear();
      }
      if (!kept.has('faults')) {
        faults.of(each).clear();
      }
    };
    await changeAll(
      {targets, accounts},
      async each => {
        await each.replaceState(() => start(each));
        forget(each);
      },
      committed,
    );
    return describeAccount(account, accounts);
  },
});

function readKeep(text: string | undefined): ReadonlySet<string> {
  const names = text === undefined ? [] : text.split(',');
  const unknown = names.find(name => !keepable.includes(name));
  if (unknown !== undefined) {
    throw parameterError(`keep: must be ${keepable.join(' or ')}, got ${quote(unknown)}`);
  }
  return new Set(names);
}
