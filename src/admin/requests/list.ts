import {parameterError} from '../../errors.js';
import {har} from '../../exchanges/export/har.js';
import {readFilters} from '../../exchanges/filters/read-filters.js';
import {type FilterQuery, filterNames} from '../../exchanges/filters/request-filters.js';
import {select} from '../../exchanges/filters/select.js';
import {isUnmatched, nearestOf} from '../../exchanges/filters/unmatched.js';
import type {Entry} from '../../exchanges/journal/entry.js';
import {type RequestSummary, summaryOf} from '../../exchanges/shown/summary.js';
import {quote} from '../../schema/fields.js';
import {inPieces} from '../../workload/pieces.js';
import {type AdminContext, adminOperation} from '../admin-operation.js';
import {Content} from './content.js';

/** A request with the path that was probably meant, if no operation matches; null if no path is similar. */
export interface ListedRequest extends RequestSummary {
  readonly nearest?: string | null;
}

type Asked = Pick<AdminContext, 'account' | 'catalog' | 'journal'>;

/** @throws ApiError, a 400 */
function askedFor({account, catalog, journal}: Asked, query: FilterQuery): readonly Entry[] {
  const filters = readFilters(query, catalog);
  return select(journal.of(account.name).entries, filters);
}

function formatOf(format: string | undefined): 'json' | 'har' {
  if (format !== undefined && format !== 'json' && format !== 'har') {
    throw parameterError(`format: must be json or har, got ${quote(format)}`);
  }
  return format ?? 'json';
}

function listed(entry: Entry, paths: readonly string[]): ListedRequest {
  const isLost = isUnmatched(entry.exchange);
  return {...summaryOf(entry), ...(isLost && {nearest: nearestOf(entry.exchange, paths) ?? null})};
}

export function listOf(asked: Asked, query: FilterQuery): readonly ListedRequest[] {
  const paths = asked.catalog.operations.map(({path}) => path);
  return askedFor(asked, query).map(entry => listed(entry, paths));
}

export const listRequests = adminOperation({
  id: 'listRequests',
  method: 'GET',
  path: '/_sandbox/requests',
  summary: 'The latest requests of the account and what became of each, the oldest first',
  query: [...filterNames, 'format'],
  handle: ({query, ...context}): {readonly requests: readonly ListedRequest[]} | Content => {
    if (formatOf(query.format) === 'har') {
      return new Content('application/json; charset=utf-8', inPieces(har(askedFor(context, query))));
    }
    return {requests: listOf(context, query)};
  },
});
