import * as z from 'zod';
import {parameterError, unprocessableEntity} from '../../errors.js';
import {type RequestSummary, summaryOf} from '../../exchanges/exchange-view.js';
import {
  type FilterQuery,
  filterNames,
  isUnmatched,
  readFilters,
  select as selectEntries,
} from '../../exchanges/filters.js';
import {har} from '../../exchanges/har.js';
import type {JournalEntry} from '../../exchanges/journal/entry.js';
import {pathIn} from '../../exchanges/matcher.js';
import {limits} from '../../limits.js';
import {nearestPath} from '../../operations/nearest-path.js';
import {pathsOf} from '../../operations/operation.js';
import {inPieces} from '../../operations/pieces.js';
import {body, flag, must, quote} from '../../schema/fields.js';
import {type AdminContext, adminOperation, visitInTurns} from '../admin-operation.js';
import {checkRecorded} from '../states/find-state.js';

/** A request, with a suggested path if no operation matches; null if no path is similar. */
export interface ListedRequest extends RequestSummary {
  readonly nearest?: string | null;
}

type Journals = Pick<AdminContext, 'account' | 'catalog' | 'journal'>;

function select({account, catalog, journal}: Journals, query: FilterQuery): readonly JournalEntry[] {
  const filters = readFilters(query, catalog);
  const requests = journal.of(account.name);
  checkRecorded(requests, filters.since);
  return selectEntries(requests.entries, filters);
}

/** @throws ApiError, a 400, for an invalid filter */
export function listOf(context: Journals, query: FilterQuery): readonly ListedRequest[] {
  const paths = context.catalog.operations.flatMap(pathsOf);
  return select(context, query).map(entry => ({
    ...summaryOf(entry),
    ...(isUnmatched(entry.exchange) && {nearest: nearestPath(pathIn(entry.exchange.url), paths, '/api/v1') ?? null}),
  }));
}

export const listRequests = adminOperation({
  id: 'listRequests',
  method: 'GET',
  path: '/_sandbox/requests',
  summary: 'List the latest requests of the account and their outcomes, the oldest first',
  query: [...filterNames, 'format'],
  handle: ({query: {format = 'json', ...query}, ...context}) => {
    if (format !== 'json' && format !== 'har') {
      throw parameterError(`format: must be json or har, got ${quote(format)}`);
    }
    return format === 'har' ? inPieces(har(select(context, query))) : {requests: listOf(context, query)};
  },
});

export const deleteRequests = adminOperation({
  id: 'deleteRequests',
  method: 'DELETE',
  path: '/_sandbox/requests',
  summary: 'Delete the requests that match the filters, or all requests',
  query: filterNames,
  takesAll: true,
  handle: async ({query, targets, journal, catalog}) => {
    const filters = readFilters(query, catalog);
    let deleted = 0;
    await visitInTurns(targets, ({name}) => {
      const requests = journal.of(name);
      const meant = new Set(selectEntries(requests.entries, filters));
      deleted += requests.remove(entry => meant.has(entry));
    });
    return {result: 'success', deleted};
  },
});

const markForm = must(`a text of 1 to ${limits.markLength} characters, or null to end all marks`);

export const setMark = adminOperation({
  id: 'setMark',
  method: 'POST',
  path: '/_sandbox/marks',
  summary: 'Begin or end a mark, such as the title of a test, for the requests that follow',
  body: body({
    name: z.string(markForm).min(1, markForm).max(limits.markLength, markForm).nullable().optional(),
    end: flag.optional(),
  }),
  takesAll: true,
  handle: async ({account, journal, targets, body: {name, end = false}}) => {
    if (name === undefined) {
      throw unprocessableEntity('name: must be given: the mark to begin or to end, or null to end all marks');
    }
    await visitInTurns(targets, each => {
      const {marks} = journal.of(each.name);
      if (name === null) {
        marks.endAll();
      } else if (end) {
        marks.end(name);
      } else {
        marks.begin(name);
      }
    });
    const {marks, lastSeq, lostBefore} = journal.of(account.name);
    return {name, active: marks.active, since: Math.max(lastSeq, lostBefore?.lastNumber ?? 0)};
  },
});
