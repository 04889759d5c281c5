import {once} from 'node:events';
import {Agent, get, type IncomingMessage} from 'node:http';
import {connect} from 'node:net';
import {text} from 'node:stream/consumers';
import test, {type ExecutionContext} from 'ava';
import type {FullExchange} from '../../src/exchanges/exchange.js';
import {startSandbox} from '../../src/sandbox/start-sandbox.js';
import {frozen} from '../support/sandbox.js';

/** Starts a sandbox that collects the exchanges of all requests. */
async function start(t: ExecutionContext, options = {}) {
  const exchanges: FullExchange[] = [];
  const sandbox = await startSandbox({
    profile: 'small',
    now: frozen,
    onExchange: one => exchanges.push(one as FullExchange),
    ...options,
  });
  t.teardown(() => sandbox.close());
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const count = exchanges.length;
    const response = await fetch(new URL(path, sandbox.url), {
      method,
      headers: {
        authorization: `Bearer ${sandbox.key}`,
        ...(body !== undefined && {'content-type': 'application/json'}),
        ...headers,
      },
      ...(body !== undefined && {body: typeof body === 'string' ? body : JSON.stringify(body)}),
    });
    const reply = await response.text();
    t.is(exchanges.length, count + 1, `${method} ${path} must be published once`);
    return {exchange: exchanges.at(-1)!, reply};
  };
  return {sandbox, exchanges, send};
}

test('requests on the same connection have the same connection number', async t => {
  const {exchanges, sandbox} = await start(t);
  const agent = new Agent({keepAlive: true, maxSockets: 1});
  t.teardown(() => agent.destroy());
  const requestFunds = async (headers: Record<string, string>) => {
    const sent = get(`${sandbox.url}/api/v1/funds`, {
      agent,
      headers: {authorization: `Bearer ${sandbox.key}`, ...headers},
    });
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    await text(response);
  };
  await requestFunds({});
  await requestFunds({connection: 'close'});
  await requestFunds({});
  t.deepEqual(
    exchanges.map(({connection}) => connection),
    [1, 1, 2],
  );
});

test('the exchange of a write has the request, the response, and the states before and after', async t => {
  const {send, sandbox} = await start(t);
  const body = {name: 'Choir', ordinal: '3', colour: 'red'};
  const {exchange, reply} = await send('POST', '/api/v1/groups?page=2', body, {
    'user-agent': 'sync/1.0',
    'x-sandbox-caller': 'src/sync.ts:42',
  });
  t.like(exchange, {
    seq: 1,
    at: frozen,
    account: 'default',
    surface: 'api',
    key: {scheme: 'bearer', role: 'full'},
    client: {caller: 'src/sync.ts:42', userAgent: 'sync/1.0'},
    method: 'POST',
    url: '/api/v1/groups?page=2',
    params: {},
    query: {page: '2'},
    body,
    status: 200,
    reply,
  });
  t.is(exchange.operation?.id, 'createGroup');
  t.deepEqual(exchange.issues.refused, []);
  t.deepEqual(
    exchange.issues.ignored.map(issue => [issue.in, issue.code, issue.path.join('.')]),
    [
      ['query', 'unknown-parameter', 'page'],
      ['body', 'unknown-field', 'colour'],
    ],
  );
  const [before, after] = [exchange.before!, exchange.after!].map(
    ({records}) => records.collections.get('groups').size,
  );
  t.is(after! - before!, 1);
  t.true(exchange.after!.records.collections.get('funds') === exchange.before!.records.collections.get('funds'));
  t.false(JSON.stringify({...exchange, before: null, after: null, operation: null}).includes(sandbox.key));
});

test('every request is published once with its operation, whatever its status', async t => {
  const {send} = await start(t);
  const outcomeOf = async (...request: Parameters<typeof send>) => {
    const {exchange} = await send(...request);
    const {status, account, operation, surface, issues} = exchange;
    return [status, account, operation?.id, surface, issues.refused.length];
  };
  const wrongKey = {authorization: 'Bearer wrong'};
  t.deepEqual(await outcomeOf('GET', '/api/v1/funds', undefined, wrongKey), [401, null, 'listFunds', 'api', 0]);
  t.deepEqual(await outcomeOf('GET', '/api/v1/nothing'), [404, 'default', undefined, 'api', 0]);
  t.deepEqual(await outcomeOf('GET', '/api/v1/funds.json'), [200, 'default', 'listFunds', 'api', 0]);
  t.deepEqual(await outcomeOf('DELETE', '/api/v1/funds'), [405, 'default', undefined, 'api', 0]);
  t.deepEqual(await outcomeOf('GET', '/api/v1/groups/1'), [404, 'default', 'showGroup', 'api', 0]);
  t.deepEqual(await outcomeOf('GET', '/api/v1/groups?limit=x'), [400, 'default', 'listGroups', 'api', 1]);
  t.deepEqual(await outcomeOf('POST', '/api/v1/groups', '{"name":'), [400, 'default', 'createGroup', 'api', 0]);
  t.deepEqual(await outcomeOf('POST', '/api/v1/groups', {ordinal: 'x'}), [422, 'default', 'createGroup', 'api', 2]);
  t.deepEqual(await outcomeOf('POST', '/api/v1/groups', ' '.repeat(1_100_000)), [
    413,
    'default',
    'createGroup',
    'api',
    0,
  ]);
  t.deepEqual(await outcomeOf('POST', '/api/v1/groups', {name: 'x'}, {authorization: 'Bearer sandbox-readonly-key'}), [
    403,
    'default',
    'createGroup',
    'api',
    0,
  ]);
  t.deepEqual(await outcomeOf('POST', '/_sandbox/reset', {}), [200, 'default', undefined, 'admin', 0]);
  t.deepEqual(await outcomeOf('GET', '/health'), [200, null, undefined, 'page', 0]);
});

test('invalid HTTP and oversized headers are published once', async t => {
  const {exchanges, sandbox} = await start(t);
  for (const [sent, status] of [
    ['nonsense\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
  ] as const) {
    const socket = connect(sandbox.port, '127.0.0.1');
    socket.end(sent);
    const reply = await text(socket);
    t.like(exchanges.at(-1), {status, at: frozen, account: null, method: '', url: '', before: undefined});
    t.true(reply.endsWith(exchanges.at(-1)!.reply!));
  }
  t.is(exchanges.length, 2);
});

test('requests are numbered per account, and requests without an account with the default one', async t => {
  const {send} = await start(t);
  const seq = async (key: string, path = '/api/v1/funds') =>
    (await send('GET', path, undefined, {authorization: `Bearer ${key}`})).exchange.seq;
  t.deepEqual(
    [await seq('sbx_a'), await seq('sandbox-key'), await seq('sbx_a'), await seq('wrong'), await seq('sandbox-key')],
    [1, 1, 2, 2, 3],
  );
  await send('POST', '/_sandbox/reset', {}, {authorization: 'Bearer sbx_a'});
  t.is(await seq('sbx_a', '/health'), 0, 'a page request must not have a number');
  t.is(await seq('sbx_a'), 3, 'a reset must not restart the numbers');
});

test('an exchange contains no key, and no caller with an absolute path', async t => {
  const {send} = await start(t);
  const {exchange} = await send('GET', '/api/v1/funds?access%5Ftoken=sandbox-key&limit=1', undefined, {
    authorization: '',
    'x-sandbox-caller': '/home/ada/sync.ts:42',
  });
  t.like(exchange, {
    url: '/api/v1/funds?access%5Ftoken=[hidden]&limit=1',
    query: {limit: '1'},
    key: {scheme: 'access_token', role: 'full'},
    client: {caller: undefined},
  });
  t.false(JSON.stringify({...exchange, before: null, after: null, operation: null}).includes('sandbox-key'));
});

test('a failing reader is reported, and does not affect responses or other readers', async t => {
  const errors: unknown[] = [];
  const logged: unknown[] = [];
  const {sandbox} = await start(t, {
    onExchange: () => {
      throw new Error('broken reader');
    },
    onRequest: (request: unknown) => logged.push(request),
    onError: (error: unknown) => errors.push(error),
  });
  t.is((await fetch(`${sandbox.url}/health`)).status, 200);
  t.is(String(errors[0]), 'Error: broken reader');
  t.is(logged.length, 1);
});

test('a rejected request has no change, although another request wrote while its body arrived', async t => {
  const {send, sandbox, exchanges} = await start(t);
  const socket = connect(sandbox.port, '127.0.0.1');
  socket.write(`POST /api/v1/groups HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${sandbox.key}\r\n`);
  socket.write('Content-Type: application/json\r\nConnection: close\r\nContent-Length: 6\r\n\r\n{"n');
  await send('GET', '/api/v1/funds'); // by then the pending request has its account
  const {exchange} = await send('POST', '/api/v1/groups', {name: 'Choir'});
  t.not(exchange.before!.records, exchange.after!.records);
  socket.end('oth');
  t.regex(await text(socket), / 400 Bad Request/);
  const refused = exchanges.at(-1)!;
  t.is(refused.status, 400);
  t.is(refused.before, refused.after);
});
