import {settled} from './drafts.js';
import {Exchange, type Subject} from './exchange.js';
import type {FlawedRequest} from './flaws.js';
import type {KnownRecords} from './known-records.js';
import {Memory} from './memory.js';
import {writeRequest} from './write-request.js';

/** Sends requests of which each has one thing wrong; none may change anything. @throws ContractFailure */
export async function sendFlawed(
  requests: readonly FlawedRequest[],
  subject: Subject,
  known: KnownRecords,
): Promise<void> {
  const exchange = new Exchange(subject);
  const memory = new Memory(known);
  for (const {draft, status, names = []} of requests) {
    const request = writeRequest(settled(draft, memory), subject.server.key);
    const reply = await exchange.ask(request, draft.operation, [status]);
    const description = String(reply.body.description);
    const told = names.some(name => blames(description, name)) || /; and [\d,]+ more$/.test(description);
    exchange.require(names.length === 0 || told, `the refusal does not name ${names.join(' or ')}`, reply);
  }
}

/** Whether a refusal names a place, or one inside it: a list is wrong where an entry of it is. */
const blames = (description: string, place: string): boolean =>
  [`${place}:`, `${place}.`, `${place}[`, inWords(place)].some(start => `; ${description}`.includes(`; ${start}`));

/** Observed: what is blank is named as a person would, `Text can't be blank`. */
const inWords = (place: string) =>
  `${place.charAt(0).toUpperCase()}${place.slice(1).replaceAll('_', ' ')} can't be blank`;
