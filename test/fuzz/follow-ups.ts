import {isDeepStrictEqual} from 'node:util';
import {kindsIn, type Operation, subjectOf} from './contract.js';
import type {Draft} from './drafts.js';
import type {Exchange, Subject} from './exchange.js';
import type {Reply, SentRequest} from './wire.js';
import {pathOf, writeRequest} from './write-request.js';

/** Sends a further request after a successful one, to check its response against the stored record or next page. */
export async function followUp(draft: Draft, reply: Reply, exchange: Exchange, subject: Subject): Promise<void> {
  if (reply.status !== 200) {
    return;
  }
  const {operation} = draft;
  switch (operation.method) {
    case 'GET':
      return followLink(draft, reply, exchange, subject);
    case 'POST':
      return showCreated(draft, reply, exchange, subject);
    default:
      return showChanged(draft, reply, exchange, subject);
  }
}

const get = (draft: Draft, operation: Operation, {server}: Subject): SentRequest =>
  writeRequest({...draft, operation, query: [], body: undefined, suffixed: false}, server.key);

const showOf = ({contract}: Subject, wanted: string): Operation | undefined =>
  contract.operations.find(({method, path}) => method === 'GET' && path === wanted);

/** Checks that a changed record is returned by GET, and that a deleted one is a 404. */
async function showChanged(draft: Draft, reply: Reply, exchange: Exchange, subject: Subject): Promise<void> {
  const show = showOf(subject, draft.operation.path);
  if (show === undefined) {
    return;
  }
  const gone = draft.operation.method === 'DELETE';
  const shown = await exchange.request(get(draft, show, subject), show, [gone ? 404 : 200]);
  exchange.require(
    gone || isDeepStrictEqual(shown.body, reply.body),
    'a GET shows another record than the reply to the change',
    shown,
  );
}

/** Checks that a GET returns the created record. */
async function showCreated(draft: Draft, reply: Reply, exchange: Exchange, subject: Subject): Promise<void> {
  const kind = subjectOf(draft.operation.path);
  const show = subject.contract.operations.find(
    ({method, path}) => method === 'GET' && path.endsWith(`/${kind}/{id}`) && kindsIn(path).length === 1,
  );
  const id = reply.body.id;
  if (show === undefined || id === undefined) {
    return;
  }
  const shown = await exchange.request(get({...draft, path: {id}}, show, subject), show, [200]);
  exchange.require(
    isDeepStrictEqual(shown.body, reply.body),
    'a GET shows another record than the one that was made',
    shown,
  );
}

/** Checks that next_link returns the next page. */
async function followLink(draft: Draft, reply: Reply, exchange: Exchange, subject: Subject): Promise<void> {
  const link = reply.body.next_link;
  if (typeof link !== 'string') {
    return;
  }
  const {headers} = writeRequest({...draft, security: {type: 'http', scheme: 'bearer'}}, subject.server.key);
  exchange.require(link.startsWith(subject.server.url + pathOf(draft)), 'next_link leads elsewhere', reply);
  const target = link.slice(subject.server.url.length);
  const next = await exchange.request(
    {method: 'GET', target, headers: {authorization: headers['authorization']!}},
    draft.operation,
    [200],
  );
  exchange.require(next.body.items.length > 0, 'next_link leads to an empty page', next);
}
