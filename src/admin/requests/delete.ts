import {readFilters} from '../../exchanges/filters/read-filters.js';
import {filterNames} from '../../exchanges/filters/request-filters.js';
import {select} from '../../exchanges/filters/select.js';
import {adminOperation, visitInTurns} from '../admin-operation.js';

export const deleteRequests = adminOperation({
  id: 'deleteRequests',
  method: 'DELETE',
  path: '/_sandbox/requests',
  summary: 'Forget requests of the account: those that the filters mean, or all',
  query: filterNames,
  takesAll: true,
  handle: async ({query, targets, journal, catalog}) => {
    const filters = readFilters(query, catalog);
    let deleted = 0;
    await visitInTurns(targets, ({name}) => {
      const own = journal.of(name);
      const meant = new Set(select(own.entries, filters));
      deleted += own.remove(entry => meant.has(entry));
    });
    return {result: 'success', deleted};
  },
});
