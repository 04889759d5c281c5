import {once} from 'node:events';
import {createServer} from 'node:http';
import {type AddressInfo, connect} from 'node:net';
import test from 'ava';
import type {Context} from 'koa';
import type {LoggedRequest} from '../../src/exchanges/request-log.js';
import {readBytes} from '../../src/http/body-stream.js';
import {sendRaw} from '../support/raw-http.js';
import {startTestSandbox} from '../support/sandbox.js';

test('an unknown path that resembles a known one is a 404 with a suggestion', async t => {
  const sandbox = await startTestSandbox(t);
  for (const [path, suggestion] of [
    ['/api/v1/constituent', '/api/v1/constituents'],
    ['/api/v1/constituents/', '/api/v1/constituents'],
    ['/_sandbox/reste', '/_sandbox/reset'],
    ['/_sandbox/', '/_sandbox'],
  ] as const) {
    const {status, body} = await sandbox.get(path);
    t.is(status, 404);
    t.is(body.description, `There is nothing at "${path}"; did you mean ${suggestion}?`);
  }
});

test('an unknown path that resembles none is a 404 that names the base path or /docs', async t => {
  const sandbox = await startTestSandbox(t);
  for (const [path, hint] of [
    ['/wombats', 'every path begins with /api/v1/ and a resource'],
    ['/api/v1', 'every path begins with /api/v1/ and a resource'],
    ['/api/v1constituents/959400', 'every path begins with /api/v1/ and a resource'],
    ['/api/v1/wombats', '/docs lists every path'],
  ] as const) {
    t.is((await sandbox.get(path)).body.description, `There is nothing at "${path}"; ${hint}`);
  }
});

test('an unknown query parameter of an admin request is rejected, and nothing is changed', async t => {
  const sandbox = await startTestSandbox(t);
  const {status, body} = await sandbox.post('/_sandbox/reset?al=true');
  t.is(status, 400);
  t.is(body.description, 'Unknown query parameter: al; did you mean all?');
  t.is((await sandbox.get('/_sandbox?form=x')).status, 400);
  t.is(
    (await sandbox.get('/_sandbox/diff?form=x')).body.description,
    'Unknown query parameter: form; did you mean from?',
  );
  const {generation} = (await sandbox.get('/_sandbox')).body;
  t.is(generation, 1, 'the account was not reset');
  t.is((await sandbox.request('GET', '/_sandbox?access_token=sandbox-key', undefined, {key: null})).status, 200);
  t.is((await sandbox.post('/_sandbox/reset?all=true')).status, 200);
});

test('the admin API accepts JSON with the content type of curl -d; the API rejects it', async t => {
  const sandbox = await startTestSandbox(t);
  const headers = {'content-type': 'application/x-www-form-urlencoded'};
  const emptied = await sandbox.post('/_sandbox/reset', undefined, {raw: '{"to":"empty"}', headers});
  t.is(emptied.status, 200);
  t.is(emptied.body.counts.constituents, 0);
  const seeded = await sandbox.post('/_sandbox/seed', undefined, {raw: '{"constituents":3}', headers});
  t.is(seeded.body.counts.constituents, 3);
  t.is((await sandbox.post('/_sandbox/reset', undefined, {raw: 'to=empty', headers})).status, 400);
  t.is((await sandbox.post('/api/v1/groups', undefined, {raw: '{"name":"x"}', headers})).status, 400);
});

test('the error for a body that cannot be decompressed names the encoding', async t => {
  const sandbox = await startTestSandbox(t);
  for (const encoding of ['gzip', 'deflate', 'br']) {
    const {status, body} = await sandbox.post('/api/v1/groups', undefined, {
      raw: '{"name":"x"}',
      headers: {'content-encoding': encoding},
    });
    t.is(status, 400);
    t.true(body.description.startsWith(`The body is not valid ${encoding}: `), body.description);
  }
});

async function logOf(t: Parameters<typeof startTestSandbox>[0], send: (port: number) => Promise<unknown>) {
  let log: (request: LoggedRequest) => void = () => undefined;
  const logged = new Promise<LoggedRequest>(resolve => {
    log = resolve;
  });
  const sandbox = await startTestSandbox(t, {onRequest: request => log(request)});
  await send(sandbox.port);
  return logged;
}

for (const encoding of ['identity', 'gzip']) {
  test(`a client that disconnects within a body is logged as such: ${encoding}`, async t => {
    const request = await logOf(t, async port => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write(
        'POST /api/v1/groups HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer sandbox-key\r\n' +
          `Content-Type: application/json\r\nContent-Encoding: ${encoding}\r\nContent-Length: 100\r\n\r\n`,
      );
      await new Promise(resolve => setTimeout(resolve, 200));
      socket.destroy();
    });
    t.like(request, {
      path: '/api/v1/groups',
      status: 400,
      refusal: 'Bad Request: The client closed the connection before the body was whole',
    });
  });
}

test('a body is rejected if its client disconnects before it is read', async t => {
  let settle: (error: unknown) => void;
  const reading = new Promise(resolve => {
    settle = resolve;
  });
  const server = createServer((req, res) => {
    req.once('close', () => setImmediate(() => readBytes({req, res, state: {}} as Context).catch(settle)));
  }).listen(0);
  t.teardown(() => server.close());
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port);
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{');
  setTimeout(() => socket.destroy(), 100);
  t.like(await reading, {status: 400});
});

test('input that is not HTTP is logged with a description', async t => {
  for (const [sent, status, why] of [
    ['HELLO\r\n\r\n', 400, /^Bad Request: Not readable as HTTP: /],
    [
      `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      /: The request line and the headers together are larger than \d+ bytes$/,
    ],
    [
      Buffer.from('16030100c8010000c40303', 'hex'),
      400,
      /^Bad Request: This is TLS, and the port takes plain HTTP: .*http:\/\//,
    ],
  ] as const) {
    const request = await logOf(t, port => sendRaw(port, sent));
    t.like(request, {method: '', status});
    t.regex(request.refusal ?? '', why);
  }
});
