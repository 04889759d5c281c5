import {readFilters} from '../../exchanges/filters/read-filters.js';
import {type FilterQuery, filterNames} from '../../exchanges/filters/request-filters.js';
import {select} from '../../exchanges/filters/select.js';
import {isUnmatched, nearestOf} from '../../exchanges/filters/unmatched.js';
import type {Entry} from '../../exchanges/journal/entry.js';
import {type RequestSummary, summaryOf} from '../../exchanges/shown/summary.js';
import {type AdminContext, adminOperation} from '../admin-operation.js';

/** The same, with the path that was probably meant where no operation fits; null where none is near. */
export interface ListedRequest extends RequestSummary {
  readonly nearest?: string | null;
}

/** The exchanges of the account that a query means. @throws ApiError, a 400 */
export function askedFor({account, catalog, journal}: AdminContext, query: FilterQuery): readonly Entry[] {
  const filters = readFilters(
    query,
    catalog.operations.map(({id}) => id),
  );
  return select(journal.of(account.name).entries, filters);
}

export const listRequests = adminOperation({
  id: 'listRequests',
  method: 'GET',
  path: '/_sandbox/requests',
  summary: 'The latest requests of the account and what became of each, the oldest first',
  query: filterNames,
  handle: ({query, ...context}) => {
    const paths = context.catalog.operations.map(({path}) => path);
    const requests = askedFor(context, query).map((entry): ListedRequest => {
      const isLost = isUnmatched(entry.exchange);
      return {...summaryOf(entry), ...(isLost && {nearest: nearestOf(entry.exchange, paths) ?? null})};
    });
    return {requests};
  },
});
