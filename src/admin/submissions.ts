import {listenerPath} from '../accounts/submissions.js';
import {adminOperation, visitInTurns} from './admin-operation.js';

export const listSubmissions = adminOperation({
  id: 'listSubmissions',
  method: 'GET',
  path: '/_sandbox/submissions',
  summary: "List the form submissions to the account's listener, the latest last",
  handle: ({account, accounts}) => ({
    listener: listenerPath(accounts.listenerOf(account.name)),
    submissions: account.submissions.all,
  }),
});

export const deleteSubmissions = adminOperation({
  id: 'deleteSubmissions',
  method: 'DELETE',
  path: '/_sandbox/submissions',
  summary: 'Delete the form submissions',
  takesAll: true,
  handle: async ({targets, committed}) => {
    await visitInTurns(targets, each => {
      each.submissions.clear();
      committed(each);
    });
    return {result: 'success'};
  },
});
