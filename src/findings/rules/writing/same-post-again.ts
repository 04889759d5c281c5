import {createHash} from 'node:crypto';
import type {FullExchange} from '../../../exchanges/exchange.js';
import {BoundedMap} from '../../../store/caching.js';
import {recordKindOf} from '../../fields/references.js';
import {repeatingClient} from '../../fields/repeating-clients.js';
import {replyId} from '../../fields/reply-body.js';
import {pathOf} from '../../rewrite.js';
import {example, type FindingRule, fine} from '../../rule.js';
import {noteExample} from '../example-requests.js';
import {twinOf} from './twins.js';

/** Milliseconds of the machine's clock. People do not repeat requests this fast. */
const soon = 60_000;

/** True if the record of the first POST has been deleted. */
const isGone = (id: unknown, {operation, before}: FullExchange): boolean => {
  const kind = recordKindOf(operation!);
  const isKept = before?.records.collections.has(kind) === true && typeof id === 'number';
  return isKept && before.records.collections.get(kind).get(id) === undefined;
};

/** Placeholder for the id of a record that the client never received. */
const unreceived = Symbol('unreceived');

/** The last POST by path and body. */
const remember = (): BoundedMap<string, {readonly at: number; readonly id: unknown}> => new BoundedMap(500);

/** Characters. Shorter texts are stored, which is faster than hashing them. */
const short = 512;

function keyOf(exchange: FullExchange): string {
  const text = `${pathOf(exchange)}\n${exchange.rawBody}`;
  return text.length <= short ? text : createHash('sha256').update(text).digest('base64');
}

/** A single run does not show who repeated a request; `check` does. */
function perhaps({client}: FullExchange): string {
  const library = repeatingClient(client);
  return library === undefined ? '' : `; perhaps ${library.name} retried it on its own`;
}

export const samePostAgain: FindingRule = {
  id: 'same-post-again',
  axis: 'writing',
  level: 'error',
  what: 'A client posts the same body to the same path twice within a minute, and the service accepts both.',
  why: 'There are two records now. The cause is a retry, a double click, or a queue that delivers twice.',
  turnOff: 'If a test writes the same record twice on purpose; suppress only that one.',
  bad: example({...noteExample(), times: 2}),
  good: example(noteExample(), noteExample({text: 'Called back'})),
  inspectInjected: (exchange, session) => {
    const {fault, operation, rawBody, receivedAt} = exchange;
    if (fault?.committed && operation?.method === 'POST' && rawBody !== undefined) {
      session.memory(remember).set(keyOf(exchange), {at: receivedAt, id: unreceived});
    }
    return undefined;
  },
  only: 'accepted',
  reads: operation => operation?.method === 'POST' && operation.body !== undefined,
  inspect: (exchange, session) => {
    const {rawBody, receivedAt} = exchange;
    const id = replyId(exchange);
    if (rawBody === undefined || typeof id !== 'number') {
      return undefined;
    }
    const posted = session.memory(remember);
    const key = keyOf(exchange);
    const before = posted.get(key);
    posted.set(key, {at: receivedAt, id});
    // Another rule reports twins. This check scans all addresses, so it is the last one.
    const isTwin = () => exchange.operation!.id === 'createConstituent' && twinOf(exchange) !== undefined;
    return before === undefined ||
      before.id === id ||
      receivedAt - before.at > soon ||
      isGone(before.id, exchange) ||
      isTwin()
      ? fine
      : {
          where: '',
          message:
            before.id === unreceived
              ? `was posted again because its response was lost, although the first one was stored: there are two now, and one is ${id}${perhaps(exchange)}`
              : `the same body was posted twice: ${String(before.id)} and ${id}`,
          fix: 'Before you repeat a POST, check whether the first one succeeded; give gifts and constituents an external id.',
        };
  },
};
