import type {Account} from '../accounts/account.js';
import type {Accounts} from '../accounts/accounts.js';
import {adminOperation, visitInTurns} from './admin-operation.js';

/** The path to which forms post submissions, relative to the base address; it needs no key. */
export const listenerPath = (account: Account, accounts: Accounts): string =>
  `/integrations/${accounts.listenerOf(account.name)}/listener`;

export const listSubmissions = adminOperation({
  id: 'listSubmissions',
  method: 'GET',
  path: '/_sandbox/submissions',
  summary: "What forms sent to the account's listener, the latest last",
  handle: ({account, accounts}) => ({
    listener: listenerPath(account, accounts),
    submissions: account.submissions.all,
  }),
});

export const deleteSubmissions = adminOperation({
  id: 'deleteSubmissions',
  method: 'DELETE',
  path: '/_sandbox/submissions',
  summary: "Forget what came to the account's listener",
  takesAll: true,
  handle: async ({targets, committed}) => {
    await visitInTurns(targets, each => {
      each.submissions.clear();
      committed(each);
    });
    return {result: 'success'};
  },
});
