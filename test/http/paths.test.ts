import test from 'ava';
import {isContainer, namesOf} from '../../src/http/guard/target.js';
import {getByHost, sendRaw} from '../support/raw-http.js';
import {startTestSandbox} from '../support/sandbox.js';

test('an unknown path is a 404 with the usual body', async t => {
  const sandbox = await startTestSandbox(t);
  for (const path of [
    '/',
    '/api',
    '/api/v1',
    '/api/v1/nothing',
    '/api/v2/groups',
    '/api/v1/Groups',
    '/api/v1/groups/',
    '/api/v1//groups',
    '/api/v1/groups/5/nothing',
    '/api/v1/gifts',
    '/api/v1/groups/%00',
    '/api/v1/groups/..%2f..%2fetc',
    '/health/x',
  ]) {
    const {status, body} = await sandbox.get(path);
    t.is(status, 404, path);
    t.like(body, {api_version: '1.0', error: 'Not Found'});
    t.true(body.description.length > 10);
  }
});

test('an unsupported method is a 405 with Allow', async t => {
  const sandbox = await startTestSandbox(t);
  for (const [method, path, allow] of [
    ['DELETE', '/api/v1/groups', 'GET, HEAD, POST'],
    ['POST', '/api/v1/groups/5', 'DELETE, GET, HEAD, PATCH, PUT'],
    ['PUT', '/api/v1/gift_types.json', 'GET, HEAD'],
    ['OPTIONS', '/api/v1/groups', 'GET, HEAD, POST'],
    ['PROPFIND', '/api/v1/groups', 'GET, HEAD, POST'],
    ['GET', '/api/v1/constituents/5/keywords', 'POST'],
  ] as const) {
    const {status, headers, body} = await sandbox.request(method, path);
    t.is(status, 405, `${method} ${path}`);
    t.is(headers.get('allow'), allow);
    t.is(body.error, 'Method Not Allowed');
  }
});

test('HEAD returns the status and length of GET without a body', async t => {
  const sandbox = await startTestSandbox(t);
  const [head, get] = [await sandbox.request('HEAD', '/api/v1/groups'), await sandbox.get('/api/v1/groups')];
  t.is(head.status, 200);
  t.is(head.text, '');
  t.is(head.headers.get('content-length'), get.headers.get('content-length'));
});

test('a malformed limit or offset is a 400 that names it', async t => {
  const sandbox = await startTestSandbox(t);
  for (const query of [
    'limit=0',
    'limit=-1',
    'limit=abc',
    'limit=',
    'limit=1.5',
    'limit=1e1',
    'limit=1&limit=2',
    'offset=-1',
    'offset=x',
    'limit=%20',
  ]) {
    const {status, body} = await sandbox.get(`/api/v1/groups?${query}`);
    t.is(status, 400, query);
    t.is(body.error, 'Parameter Error');
    t.true(body.description.startsWith(`${query.split('=')[0]}: must be`), body.description);
  }
  const {body} = await sandbox.get('/api/v1/groups?limit=0&offset=x');
  t.is(
    body.description,
    'limit: must be an integer of 1 or more, got 0; offset: must be an integer of 0 or more, got "x"',
  );
});

test('a limit over 500 is capped at 500, and unknown parameters are ignored', async t => {
  const sandbox = await startTestSandbox(t, {constituents: 600});
  const {body} = await sandbox.get('/api/v1/constituents?limit=10000&page=7&email=x');
  t.is(body.limit, 500);
  t.is(body.items_count, 500);
  t.is(body.next_item, 500);
});

test('next_link is absolute, uses the Host and path of the request, and can be followed to the end', async t => {
  const sandbox = await startTestSandbox(t);
  let link = `${sandbox.url}/api/v1/groups.json?offset=20&limit=4&access_token=sandbox-key&expand=x`;
  const links: string[] = [];
  for (let {body} = await sandbox.get(link); body.next_link !== undefined; {body} = await sandbox.get(link)) {
    link = body.next_link;
    links.push(link);
  }
  t.deepEqual(
    links,
    [24, 28].map(offset => `${sandbox.url}/api/v1/groups.json?limit=4&offset=${offset}`),
  );
  t.true(
    (await getByHost(sandbox.port, 'crm.localhost:99', '/api/v1/groups')).includes(
      '"next_link":"http://crm.localhost:99/api',
    ),
  );
});

test('a Host must be localhost, an IP address or an allowed name', async t => {
  const sandbox = await startTestSandbox(t, {allowHosts: ['crm', 'Sandbox.Test']});
  for (const host of [
    'localhost',
    'LOCALHOST:80',
    '127.0.0.1',
    '10.0.0.7:4080',
    '[::1]:4080',
    'a.localhost',
    'crm:4080',
    'sandbox.test',
  ]) {
    t.regex(await getByHost(sandbox.port, host), /^HTTP\/1\.1 200 /, host);
  }
  for (const host of ['evil.example', 'localhost.evil.example', 'evil.example:4080', '127.0.0.1.evil.example']) {
    const answer = await getByHost(sandbox.port, host);
    t.regex(answer, /^HTTP\/1\.1 403 /, host);
    t.true(answer.includes('--allow-host'), 'the response names --allow-host');
  }
  t.regex(await sendRaw(sandbox.port, 'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n'), /^HTTP\/1\.1 400 /);
  t.regex(await sendRaw(sandbox.port, 'GET /health HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 200 /);
});

test('in a container, a Host without a dot is accepted, because other containers use such names', async t => {
  const checkName = namesOf([], true);
  for (const host of ['crm', 'CRM:4080', 'crm-sandbox_1']) {
    t.notThrows(() => checkName(host), host);
    t.throws(() => namesOf([], false)(host), {message: /--allow-host/}, host);
  }
  t.throws(() => checkName('crm.example'), {message: /--allow-host crm.example/});
  const {port} = await startTestSandbox(t);
  const expected = isContainer() ? 200 : 403;
  t.regex(await getByHost(port, 'crm'), new RegExp(`^HTTP/1\\.1 ${expected} `));
  t.true(isContainer({KUBERNETES_SERVICE_HOST: '10.0.0.1'}));
});

test('CORS headers are sent only if cors is enabled', async t => {
  const closed = await startTestSandbox(t);
  const open = await startTestSandbox(t, {cors: true});
  const preflight = {
    key: null,
    headers: {
      origin: 'https://app.example',
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization',
    },
  };
  t.is((await closed.get('/api/v1/groups')).headers.get('access-control-allow-origin'), null);
  t.is((await closed.request('OPTIONS', '/api/v1/groups', undefined, preflight)).status, 401);
  const allowed = await open.request('OPTIONS', '/api/v1/groups', undefined, preflight);
  t.is(allowed.status, 204);
  t.regex(allowed.headers.get('access-control-allow-methods') ?? '', /PATCH/);
  t.is(allowed.headers.get('access-control-allow-headers'), 'authorization');
  for (const key of ['sandbox-key', 'nobody']) {
    t.is(
      (await open.get('/api/v1/groups', {key})).headers.get('access-control-allow-origin'),
      '*',
      'errors have the header too',
    );
  }
});

test('CORS exposes the Retry-After header', async t => {
  const sandbox = await startTestSandbox(t, {cors: true, rateLimit: 1});
  await sandbox.get('/api/v1/groups');
  const {status, headers} = await sandbox.get('/api/v1/groups');
  t.is(status, 429);
  t.truthy(headers.get('retry-after'));
  t.regex(headers.get('access-control-expose-headers') ?? '', /\bRetry-After\b/);
});

test('GET /health needs no key and returns version, seed and counts', async t => {
  const sandbox = await startTestSandbox(t, {seed: 7});
  const {status, body} = await sandbox.get('/health', {key: null});
  t.is(status, 200);
  t.like(body, {status: 'ok', version: sandbox.version, seed: 7});
  t.is(body.counts.constituents, 50);
});
