import {connect} from 'node:net';
import test from 'ava';
import type {LoggedRequest} from '../../src/index.js';
import {sendRaw} from '../support/raw-http.js';
import {startTestSandbox} from '../support/sandbox.js';

const head = (path: string) => `${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer sandbox-key\r\n`;

test('input that is not HTTP is a 400 with a JSON body; oversized headers are a 431', async t => {
  const sandbox = await startTestSandbox(t);
  const answer = await sendRaw(sandbox.port, 'NONSENSE\r\n\r\n');
  t.regex(answer, /^HTTP\/1\.1 400 Bad Request\r\n/);
  t.is(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))).error, 'Bad Request');
  const large = await sendRaw(sandbox.port, `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`);
  t.regex(large, /^HTTP\/1\.1 431 /);
});

test('pipelined requests are answered in order', async t => {
  const sandbox = await startTestSandbox(t);
  const get = (path: string, more = '') => `${head(`GET ${path}`)}${more}\r\n`;
  const answer = await sendRaw(
    sandbox.port,
    get('/api/v1/funds?limit=1') + get('/api/v1/appeals?limit=1') + get('/api/v1/nothing', 'Connection: close\r\n'),
  );
  t.deepEqual(answer.match(/HTTP\/1\.1 \d+|"item_type":"\w+"/g), [
    'HTTP/1.1 200',
    '"item_type":"fund"',
    'HTTP/1.1 200',
    '"item_type":"appeal"',
    'HTTP/1.1 404',
  ]);
});

test('close() finishes the request in flight and closes idle connections', async t => {
  const sandbox = await startTestSandbox(t);
  const body = '{"name":"late"}';
  const idle = connect(sandbox.port, '127.0.0.1');
  const idleClosed = new Promise(resolve => idle.on('close', resolve));
  const socket = connect(sandbox.port, '127.0.0.1');
  const answer = new Promise<string>(resolve => {
    let text = '';
    socket.on('data', chunk => {
      text += chunk;
    });
    socket.on('close', () => resolve(text));
  });
  await new Promise<void>(resolve =>
    socket.write(
      `${head('POST /api/v1/groups')}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n{`,
      () => resolve(),
    ),
  );
  await sandbox.get('/health');
  const closed = sandbox.close();
  socket.write(body.slice(1));
  t.regex(await answer, /^HTTP\/1\.1 200 OK\r\n[\s\S]*"late"/);
  await closed;
  await idleClosed;
  await t.throwsAsync(fetch(sandbox.url));
});

test('close() cuts off an incomplete request after the grace period', async t => {
  const sandbox = await startTestSandbox(t);
  const start = performance.now();
  const cut = sendRaw(sandbox.port, `${head('POST /api/v1/groups')}Content-Length: 100\r\n\r\n{`);
  await sandbox.get('/health');
  await sandbox.close();
  t.is(await cut, '');
  t.true(performance.now() - start < 20_000);
});

test('the log distinguishes a missing key, an unknown key and a key in the wrong place', async t => {
  const logged: LoggedRequest[] = [];
  const sandbox = await startTestSandbox(t, {onRequest: request => logged.push(request)});
  const send = 'Send it as the user of Basic, as Bearer, or as access_token';
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  const cases: ReadonlyArray<readonly [Record<string, string>, string, string]> = [
    [{}, '', `no key. ${send}`],
    [{'x-admin-key': 'se-cret', 'x-csrf-token': 'se-cret', 'idempotency-key': 'se-cret'}, '', `no key. ${send}`],
    [{'X-API-Key': 'se-cret'}, '', `no key; the header X-API-Key is not read. ${send}`],
    [{'x-auth-token': 'se-cret'}, '', `no key; the header x-auth-token is not read. ${send}`],
    [{Authorization: 'se-cret'}, '', `no key; the header Authorization is neither Basic nor Bearer. ${send}`],
    [{authorization: 'Token se-cret'}, '', `no key; the header authorization is neither Basic nor Bearer. ${send}`],
    [{}, '?api_key=x', `no key; the parameter api_key is not read. ${send}`],
    [{}, '?accesstokn=x&limit=1', `no key; the parameter accesstokn is not read. ${send}`],
    [{authorization: 'Bearer se-cret'}, '', 'unknown key, sent as Bearer'],
    [{authorization: basic('se-cret:')}, '', 'unknown key, sent as Basic'],
    [{'x-api-key': 'se-cret'}, '?access_token=se-cret', 'unknown key, sent as access_token'],
  ];
  for (const [headers, query, reason] of cases) {
    const {status} = await sandbox.get(`/api/v1/groups${query}`, {key: null, headers});
    t.is(status, 401);
    t.is(logged.at(-1)!.refusal, `Unauthorized: ${reason}`);
  }
  t.false(JSON.stringify(logged).includes('se-cret'));
  await sandbox.get('/api/v1/groups', {headers: {'x-api-key': 'se-cret'}});
  t.is(logged.at(-1)!.refusal, undefined, 'other headers are not mentioned if the key is valid');
});

test('the log contains method, path, status and reason, but never a key', async t => {
  const logged: LoggedRequest[] = [];
  const sandbox = await startTestSandbox(t, {onRequest: request => logged.push(request)});
  await sandbox.get('/api/v1/groups?limit=1&access_token=secret-one&offset=0', {key: null});
  await sandbox.get('/api/v1/groups?access%5Ftoken=secret-two', {key: null});
  await sandbox.get('/api/v1/groups?a=1&%61cc%65ss_token=secret-three', {key: null});
  await sandbox.get('/api/v1/groups?acess_token=secret-five', {key: null});
  await sendRaw(
    sandbox.port,
    `GET http://secret-six:@localhost/api/v1/groups HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
  );
  await sandbox.get('/api/v1/secret-free', {key: 'secret-four'});
  await sandbox.post('/api/v1/groups', {name: 5});
  t.like(logged[0], {method: 'GET', path: '/api/v1/groups?limit=1&access_token=[hidden]&offset=0', status: 401});
  t.like(logged.at(-1), {
    method: 'POST',
    path: '/api/v1/groups',
    status: 422,
    refusal: 'error saving object: name: must be a string, got 5',
  });
  t.false(/secret-(?:one|two|three|four|five|six)/.test(JSON.stringify(logged)));
  t.true(logged.every(({milliseconds}) => milliseconds >= 0));
});
