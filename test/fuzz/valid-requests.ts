import fc from 'fast-check';
import {kindsIn, type Operation, subjectOf} from './contract.js';
import {type Draft, type Drafts, settled} from './drafts.js';
import {echoed} from './echoes.js';
import {Exchange, type Subject} from './exchange.js';
import {followUp} from './follow-ups.js';
import type {KnownRecords} from './known-records.js';
import {Memory} from './memory.js';
import {NoSuchId} from './picks.js';
import type {Reply} from './wire.js';
import {pathOf, writeRequest} from './write-request.js';

/** Runs of valid requests: a few that change what the last one is about, and that one. */
export function validRuns(operation: Operation, drafts: Drafts): fc.Arbitrary<Draft[]> {
  const writing = drafts.contract.operations.filter(({method}) => method !== 'GET');
  const subject = subjectOf(operation.path);
  const same = writing.filter(({path}) => subjectOf(path) === subject);
  const near = writing.filter(({path}) => kindsIn(path).some(kind => kindsIn(operation.path).includes(kind)));
  const before = [...same, ...same, ...near].map(other => drafts.of(other));
  return fc
    .tuple(before.length === 0 ? fc.constant([]) : fc.array(fc.oneof(...before), {maxLength: 2}), drafts.of(operation))
    .map(([drafts, last]) => [...drafts, last]);
}

/** Sends them one after another. @throws ContractFailure */
export async function sendValid(drafts: readonly Draft[], subject: Subject, known: KnownRecords): Promise<void> {
  const exchange = new Exchange(subject);
  const memory = new Memory(known);
  for (const draft of drafts) {
    await sendOne(draft, exchange, memory, subject);
  }
}

async function sendOne(draft: Draft, exchange: Exchange, memory: Memory, subject: Subject): Promise<void> {
  const {operation} = draft;
  const request = await echoed(settled(draft, memory), exchange, subject);
  const path = pathOf({...request, suffixed: false});
  const reply = await exchange.ask(writeRequest(request, subject.server.key), operation, expected(draft, path, memory));
  if (reply.status === 200) {
    subject.coverage.take(operation, request.body, request.query);
  }
  if (reply.status === 422) {
    checkRefusal(request, exchange, reply);
  }
  memory.note(request, path, reply);
  await followUp(request, reply, exchange, subject);
}

/** What the document lets a valid request expect. */
function expected({operation, path}: Draft, sent: string, memory: Memory): number[] {
  const ids = Object.values(path);
  // A write to a constituent that is not there is refused as one to another's.
  const missed = operation.method === 'GET' ? [404] : [403, 404];
  if (ids.some(id => id instanceof NoSuchId) || (operation.method === 'GET' && memory.isDeleted(sent))) {
    return missed;
  }
  const refused = operation.body === undefined ? [] : [422];
  // Of two ids, each can be there while the one does not go with the other.
  // A keyword that is not there is a bad request, not a refusal.
  const unknownKeyword = operation.id === 'attachKeyword' ? [400] : [];
  return [200, ...refused, ...unknownKeyword, ...(memory.mayMiss || ids.length > 1 ? missed : [])];
}

/**
 * A valid body is refused for what it means, such as an id that is not there: never for the form of a field, nor for
 * one that it does not have.
 */
function checkRefusal({body}: Draft, exchange: Exchange, reply: Reply): void {
  const places = new Set(placesIn(body));
  const blamed = (why: RegExp) => Array.from(String(reply.body.description).matchAll(why), ([, place]) => place!);
  const wrong = blamed(/(?<=^|; )([\w.[\]]+): must /g).filter(place => places.has(place));
  exchange.require(wrong.length === 0, `it refuses the form of ${wrong.join(', ')}, which is as declared`, reply);
  const missed = blamed(/(?<=^|; )([\w.[\]]+): is required(?=;|$)/g).filter(place => !places.has(place));
  exchange.require(missed.length === 0, `it requires ${missed.join(', ')}, which the document does not`, reply);
}

/** Every place of a body, as a refusal names it: `email_addresses[0].address`. */
function placesIn(value: unknown, before = ''): string[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => [`${before}[${index}]`, ...placesIn(item, `${before}[${index}]`)]);
  }
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  return Object.entries(value)
    .filter(([name]) => /^\w+$/.test(name))
    .flatMap(([name, inner]) => {
      const place = before === '' ? name : `${before}.${name}`;
      return [place, ...placesIn(inner, place)];
    });
}
