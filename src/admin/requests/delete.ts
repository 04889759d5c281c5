import {filterNames} from '../../exchanges/filters/request-filters.js';
import {adminOperation} from '../admin-operation.js';
import {askedFor} from './list.js';

export const deleteRequests = adminOperation({
  id: 'deleteRequests',
  method: 'DELETE',
  path: '/_sandbox/requests',
  summary: 'Forget requests of the account: those that the filters mean, or all',
  query: filterNames,
  takesAll: true,
  handle: ({query, targets, ...context}) => {
    const found = targets.map(account => ({
      own: context.journal.of(account.name),
      meant: new Set(askedFor({...context, account}, query)),
    }));
    const deleted = found.reduce((sum, {own, meant}) => sum + own.remove(entry => meant.has(entry)), 0);
    return {result: 'success', deleted};
  },
});
