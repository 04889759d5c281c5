import test from 'ava';
import type {Server} from '../fuzz/exchange.js';
import type {Reply, SentRequest} from '../fuzz/wire.js';
import {startWronged} from './wronged.js';

/** The fuzz test checks everything a server does, so it detects a server with a single error. */

const {documentFor, failuresOf, close} = await startWronged();
test.after.always(() => close());

/** Responds to the fuzz test in place of the server. */
type Between = (request: SentRequest, server: Server) => Promise<Reply>;

/** @param between changes some responses of the server */
const wrongServer = test.macro<[only: string, between: Between, complaint: RegExp]>(
  async (t, only, between, complaint) => {
    const failures = await failuresOf(documentFor(only), only, server => ({
      send: request => between(request, server),
    }));
    t.regex(failures.join('\n'), complaint);
  },
);

/** Changes the replies to some requests. */
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

/** Sends a request again with full permissions if it was rejected with this status. */
const admitting =
  (status: number): Between =>
  async (request, server) => {
    const reply = await server.send(request);
    const headers = {...request.headers, authorization: `Bearer ${server.key}`};
    return reply.status === status ? server.send({...request, headers}) : reply;
  };

test(
  'a server that responds with 500 is reported',
  wrongServer,
  'updateGroup',
  altering(
    ({body}) => body?.includes('null') ?? false,
    () => ({status: 500}),
  ),
  /the status is 500/,
);

test(
  'a server that does not delete is reported',
  wrongServer,
  'deleteGroup',
  async (request, server) =>
    request.method === 'DELETE' && (await server.send({...request, method: 'HEAD'})).status === 200
      ? server.send(request).finally(() => server.reset())
      : server.send(request),
  /valid requests to deleteGroup .*: the status is 200, and not 404\n.* -X DELETE .*\n.*\/groups\/\d+'\n/,
);

test(
  'a server that returns a record that differs from the updated one is reported',
  wrongServer,
  'updateGroup',
  altering(
    ({method}, {body}) => method === 'PATCH' && body.name !== undefined,
    ({body}) => ({body: {...body, name: `${body.name}!`}}),
  ),
  /valid requests to updateGroup .*: a GET shows another record than the reply to the change/,
);

test(
  'a server that returns a record that differs from the created one is reported',
  wrongServer,
  'createGroup',
  altering(
    ({method}, {status}) => method === 'POST' && status === 200,
    ({body}) => ({body: {...body, id: 3240}}),
  ),
  /valid requests to createGroup .*: a GET shows another record than the one that was made/,
);

test(
  'a server that executes rejected requests is reported',
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
  'a server that writes on GET is reported',
  wrongServer,
  'showGroup',
  async (request, server) => {
    await (request.method === 'GET' ? server.send(create(server)) : undefined);
    return server.send(request);
  },
  /valid requests to showGroup .*: it changed something all the same/,
);

test(
  'a server that requires no key is reported',
  wrongServer,
  'listGroups',
  admitting(401),
  /invalid requests to listGroups .*: the status is 200, and not 401/,
);

test(
  'a server that allows writes with a read-only key is reported',
  wrongServer,
  'createGroup',
  admitting(403),
  /invalid requests to createGroup .*: the status is 200, and not 403/,
);

test(
  'an error that does not name the invalid field is reported',
  wrongServer,
  'createGroup',
  altering(
    (_, {status}) => status === 422,
    ({body}) => ({body: {...body, description: 'The body is wrong'}}),
  ),
  /invalid requests to createGroup .*: the refusal does not name name/,
);

test(
  'a method missing from Allow is reported',
  wrongServer,
  'createGroup',
  altering(
    (_, {status}) => status === 405,
    ({headers}) => ({headers: {...headers, allow: 'GET'}}),
  ),
  /other methods of \/api\/v1\/groups .*: Allow is GET, and the document has GET, POST, HEAD/,
);

test(
  'an error without the standard body is reported',
  wrongServer,
  'createGroup',
  altering(
    (_, {status}) => status === 405,
    () => ({body: {message: 'no'}}),
  ),
  /other methods of \/api\/v1\/groups .*: no usual error/,
);

test(
  'a HEAD response with a body is reported',
  wrongServer,
  'showGroup',
  altering(
    ({method}) => method === 'HEAD',
    () => ({text: 'x'}),
  ),
  /a HEAD has a body/,
);

test(
  'a wrong next_link is reported',
  wrongServer,
  'searchGifts',
  altering(
    (_, {body}) => typeof body?.next_link === 'string',
    ({body}) => ({body: {...body, next_link: body.next_link.replace('/api', '/apis')}}),
  ),
  /valid requests to searchGifts .*: next_link leads elsewhere/,
);

test('a fault reported by the server is a failure', async t => {
  const reported: unknown[] = [];
  const failures = await failuresOf(documentFor('Group'), 'updateGroup', ({send}) => ({
    faults: () => reported,
    send: async request => {
      reported.push(...(request.method === 'PATCH' ? ['a fault of its own'] : []));
      return send(request);
    },
  }));
  t.regex(failures.join('\n'), /valid requests to updateGroup .*: the server reported a fault of its own/);
});

test('a server that does not reset its data is reported', async t => {
  const failures = await failuresOf(documentFor('Group'), 'updateGroup', () => ({reset: async () => undefined}));
  t.true(failures.includes('after a reset the lists hold something else than at first'));
});
