import {settled} from './drafts.js';
import {Exchange, type Subject} from './exchange.js';
import type {FlawedRequest} from './flaws.js';
import type {KnownRecords} from './known-records.js';
import {Memory} from './memory.js';
import {writeRequest} from './write-request.js';

/** Sends requests with one flaw each; none may change anything. @throws ContractFailure */
export async function sendFlawed(
  requests: readonly FlawedRequest[],
  subject: Subject,
  known: KnownRecords,
): Promise<void> {
  const exchange = new Exchange(subject);
  const memory = new Memory(known);
  for (const {draft, status, names = []} of requests) {
    const request = writeRequest(settled(draft, memory), subject.server.key);
    const reply = await exchange.request(request, draft.operation, [status]);
    const description = String(reply.body.description);
    const isNamed = names.some(name => blames(description, name)) || /; and [\d,]+ more$/.test(description);
    exchange.require(names.length === 0 || isNamed, `the refusal does not name ${names.join(' or ')}`, reply);
  }
}

/** True if an error names a location or one inside it; an array is invalid if an entry is. */
const blames = (description: string, place: string): boolean =>
  [`${place}:`, `${place}.`, `${place}[`, inWords(place)].some(start => `; ${description}`.includes(`; ${start}`));

/** Observed: a blank field is named in words, as in `Text can't be blank`. */
const inWords = (place: string) =>
  `${place.charAt(0).toUpperCase()}${place.slice(1).replaceAll('_', ' ')} can't be blank`;
