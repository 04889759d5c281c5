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

/** Generates runs of valid requests: up to two writes to related records, then a request to the operation. */
export function validRuns(operation: Operation, drafts: Drafts): fc.Arbitrary<Draft[]> {
  const writing = drafts.contract.operations.filter(({method}) => method !== 'GET');
  const subject = subjectOf(operation.path);
  const same = writing.filter(({path}) => subjectOf(path) === subject);
  const near = writing.filter(({path}) => kindsIn(path).some(kind => kindsIn(operation.path).includes(kind)));
  const preceding = [...same, ...same, ...near].map(other => drafts.of(other));
  return fc
    .tuple(
      preceding.length === 0 ? fc.constant([]) : fc.array(fc.oneof(...preceding), {maxLength: 2}),
      drafts.of(operation),
    )
    .map(([drafts, last]) => [...drafts, last]);
}

/** Sends the requests one after another. @throws ContractFailure */
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
  const reply = await exchange.request(
    writeRequest(request, subject.server.key),
    operation,
    expected(draft, path, memory),
  );
  if (reply.status === 200) {
    subject.coverage.take(operation, request.body, request.query);
  }
  if (reply.status === 422) {
    checkRejection(request, exchange, reply);
  }
  memory.note(request, path, reply);
  await followUp(request, reply, exchange, subject);
}

/** Returns the statuses that a valid request may receive. */
function expected({operation, path}: Draft, sent: string, memory: Memory): number[] {
  const ids = Object.values(path);
  // A write to an unknown constituent is a 403.
  const missed = operation.method === 'GET' ? [404] : [403, 404];
  if (ids.some(id => id instanceof NoSuchId) || (operation.method === 'GET' && memory.isDeleted(sent))) {
    return missed;
  }
  const refused = operation.body === undefined ? [] : [422];
  // An unknown keyword is a 400, and two existing ids need not belong together.
  const unknownKeyword = operation.id === 'attachKeyword' ? [400] : [];
  return [200, ...refused, ...unknownKeyword, ...(memory.mayMiss || ids.length > 1 ? missed : [])];
}

/**
 * A valid body may be rejected for its meaning, such as an unknown id, but never for the type of a field or a missing
 * optional field.
 */
function checkRejection({body}: Draft, exchange: Exchange, reply: Reply): void {
  const places = new Set(placesIn(body));
  const blamed = (why: RegExp) => Array.from(String(reply.body.description).matchAll(why), ([, place]) => place!);
  const wrong = blamed(/(?<=^|; )([\w.[\]]+): must /g).filter(place => places.has(place));
  exchange.require(wrong.length === 0, `it refuses the form of ${wrong.join(', ')}, which is as declared`, reply);
  const missed = blamed(/(?<=^|; )([\w.[\]]+): is required(?=;|$)/g).filter(place => !places.has(place));
  exchange.require(missed.length === 0, `it requires ${missed.join(', ')}, which the document does not`, reply);
}

/** Returns every location of a body as in error messages: `email_addresses[0].address`. */
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
