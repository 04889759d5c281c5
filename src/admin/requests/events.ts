import {defaultAccount} from '../../accounts/accounts.js';
import {parameterError, serviceUnavailable} from '../../errors.js';
import {EventStream, type EventStreamOptions} from '../../exchanges/event-stream.js';
import {filterNames, readFilters} from '../../exchanges/filters.js';
import {limits} from '../../limits.js';
import {inPieces} from '../../operations/pieces.js';
import {quote} from '../../schema/fields.js';
import {adminOperation, Content} from '../admin-operation.js';

/** A stream has no end, so `limit` does not apply. */
const names = filterNames.filter(name => name !== 'limit');

/** The number after which a reconnecting client resumes; undefined for a new client. */
function lastIdOf(id: string | undefined): number | undefined {
  if (id === undefined || id === '') {
    return undefined;
  }
  if (!/^\d{1,15}$/.test(id)) {
    throw parameterError(`Last-Event-ID: must be the number of a request, got ${quote(id)}`);
  }
  return Number(id);
}

export const streamRequests = adminOperation({
  id: 'streamRequests',
  method: 'GET',
  path: '/_sandbox/events',
  summary: "Stream the account's requests and findings as server-sent events",
  query: names,
  handle: ({account, catalog, inspector, journal, query, lastEventId, signal}) => {
    const filters = readFilters(query, catalog);
    const requests = journal.of(account.name);
    const since = lastIdOf(lastEventId) ?? filters.since ?? Math.max(requests.lastSeq, requests.lastEvicted);
    if (journal.streams.size >= limits.eventStreams) {
      throw serviceUnavailable(
        `The sandbox serves ${limits.eventStreams} streams of events at a time; close one first`,
      );
    }
    const subscribe: EventStreamOptions['subscribe'] = notify =>
      inspector.subscribe(finding => {
        if ((finding.first.account ?? defaultAccount) === account.name) {
          notify(finding);
        }
      });
    const stream = new EventStream({journal: requests, filters, since, signal, subscribe});
    journal.streams.add(stream);
    stream.once('close', () => journal.streams.delete(stream));
    return new Content('text/event-stream; charset=utf-8', stream, {'Cache-Control': 'no-store'});
  },
});

export const showTrace = adminOperation({
  id: 'showTrace',
  method: 'GET',
  path: '/_sandbox/trace',
  summary: 'Get a trace of the stored requests of all accounts, as `application/x-ndjson`',
  handle: async ({trace}) => new Content('application/x-ndjson; charset=utf-8', inPieces(await trace.lines())),
});
