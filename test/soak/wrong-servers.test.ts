import test from 'ava';
import type {Server} from '../fuzz/exchange.js';
import type {Reply, SentRequest} from '../fuzz/wire.js';
import {startWronged} from './wronged.js';

/** The fuzz looks at all that a server does: one that does a single thing wrong is found out. */

const {documentFor, found, close} = await startWronged();
test.after.always(() => close());

/** Stands between the fuzz and the server. */
type Between = (request: SentRequest, server: Server) => Promise<Reply>;

/** @param between answers other than the server, at times */
const wrongServer = test.macro<[only: string, between: Between, complaint: RegExp]>(
  async (t, only, between, complaint) => {
    const failures = await found(documentFor(only), only, server => ({
      send: request => between(request, server),
    }));
    t.regex(failures.join('\n'), complaint);
  },
);

/** Changes what replies to some requests say. */
const altering =
  (concerns: (request: SentRequest, reply: Reply) => boolean, change: (reply: Reply) => Partial<Reply>): Between =>
  async (request, server) => {
    const reply = await server.send(request);
    return concerns(request, reply) ? {...reply, ...change(reply)} : reply;
  };

const create = (server: Server): SentRequest => ({
  method: 'POST',
  target: '/api/v1/groups',
  headers: {authorization: `Bearer ${server.key}`, 'content-type': 'application/json'},
  body: '{"name":"x"}',
});

/** Takes a request that is refused so as if it came from someone who may do anything. */
const admitting =
  (refused: number): Between =>
  async (request, server) => {
    const reply = await server.send(request);
    const headers = {...request.headers, authorization: `Bearer ${server.key}`};
    return reply.status === refused ? server.send({...request, headers}) : reply;
  };

test(
  'a server that breaks down',
  wrongServer,
  'updateGroup',
  altering(
    ({body}) => body?.includes('null') ?? false,
    () => ({status: 500}),
  ),
  /the status is 500/,
);

test(
  'a server that does not delete',
  wrongServer,
  'deleteGroup',
  async (request, server) =>
    request.method === 'DELETE' && (await server.send({...request, method: 'HEAD'})).status === 200
      ? server.send(request).finally(() => server.reset())
      : server.send(request),
  /valid requests to deleteGroup .*: the status is 200, and not 404\n.* -X DELETE .*\n.*\/groups\/\d+'\n/,
);

test(
  'a server that shows another record than it changed',
  wrongServer,
  'updateGroup',
  altering(
    ({method}, {body}) => method === 'PATCH' && body.name !== undefined,
    ({body}) => ({body: {...body, name: `${body.name}!`}}),
  ),
  /valid requests to updateGroup .*: a GET shows another record than the reply to the change/,
);

test(
  'a server that shows another record than it made',
  wrongServer,
  'createGroup',
  altering(
    ({method}, {status}) => method === 'POST' && status === 200,
    ({body}) => ({body: {...body, id: 3240}}),
  ),
  /valid requests to createGroup .*: a GET shows another record than the one that was made/,
);

test(
  'a server that does what it refuses',
  wrongServer,
  'createGroup',
  async (request, server) => {
    const reply = await server.send(request);
    await (reply.status === 422 ? server.send(create(server)) : undefined);
    return reply;
  },
  /requests to (?:create|update)Group .*: it changed something all the same/,
);

test(
  'a server that writes when it is read',
  wrongServer,
  'showGroup',
  async (request, server) => {
    await (request.method === 'GET' ? server.send(create(server)) : undefined);
    return server.send(request);
  },
  /valid requests to showGroup .*: it changed something all the same/,
);

test(
  'a server that needs no key',
  wrongServer,
  'listGroups',
  admitting(401),
  /invalid requests to listGroups .*: the status is 200, and not 401/,
);

test(
  'a server that lets those write who may only read',
  wrongServer,
  'createGroup',
  admitting(403),
  /invalid requests to createGroup .*: the status is 200, and not 403/,
);

test(
  'a refusal that does not say what is wrong',
  wrongServer,
  'createGroup',
  altering(
    (_, {status}) => status === 422,
    ({body}) => ({body: {...body, description: 'The body is wrong'}}),
  ),
  /invalid requests to createGroup .*: the refusal does not name name/,
);

test(
  'a method that Allow leaves out',
  wrongServer,
  'createGroup',
  altering(
    (_, {status}) => status === 405,
    ({headers}) => ({headers: {...headers, allow: 'GET'}}),
  ),
  /other methods of \/api\/v1\/groups .*: Allow is GET, and the document has GET, POST, HEAD/,
);

test(
  'an error without the usual body',
  wrongServer,
  'createGroup',
  altering(
    (_, {status}) => status === 405,
    () => ({body: {message: 'no'}}),
  ),
  /other methods of \/api\/v1\/groups .*: no usual error/,
);

test(
  'a HEAD with a body',
  wrongServer,
  'showGroup',
  altering(
    ({method}) => method === 'HEAD',
    () => ({text: 'x'}),
  ),
  /a HEAD has a body/,
);

test(
  'a next page that is elsewhere',
  wrongServer,
  'searchGifts',
  altering(
    (_, {body}) => typeof body?.next_link === 'string',
    ({body}) => ({body: {...body, next_link: body.next_link.replace('/api', '/apis')}}),
  ),
  /valid requests to searchGifts .*: next_link leads elsewhere/,
);

test('a server that reports a fault', async t => {
  const reported: unknown[] = [];
  const failures = await found(documentFor('Group'), 'updateGroup', ({send}) => ({
    faults: () => reported,
    send: async request => {
      reported.push(...(request.method === 'PATCH' ? ['a fault of its own'] : []));
      return send(request);
    },
  }));
  t.regex(failures.join('\n'), /valid requests to updateGroup .*: the server reported a fault of its own/);
});

test('a server that does not come back to what it was', async t => {
  const failures = await found(documentFor('Group'), 'updateGroup', () => ({reset: async () => undefined}));
  t.true(failures.includes('after a reset the lists hold something else than at first'));
});
