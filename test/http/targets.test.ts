import test from 'ava';
import {getByHost, sendRaw} from '../support/raw-http.js';
import {startTestSandbox} from '../support/sandbox.js';

const rest = 'HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer sandbox-key\r\nConnection: close\r\n\r\n';

test('an absolute URL in the request line is reduced to its path; its host must be allowed', async t => {
  const {port} = await startTestSandbox(t);
  for (const [target, status] of [
    ['http://localhost/api/v1/groups?limit=1', 200],
    ['HTTP://127.0.0.1:4080/health', 200],
    ['http://localhost?x=1', 404],
    ['http://evil.example/api/v1/groups', 403],
    ['http://', 400],
    ['http:///api/v1/groups', 400],
    ['http://[::1', 400],
    ['http://a:b:c/', 400],
    ['http://user:secret@localhost/health', 400],
    ['ftp://localhost/health', 400],
    ['*', 404],
    ['x', 400],
  ] as const) {
    const answer = await sendRaw(port, `GET ${target} ${rest}`);
    t.is(Number(answer.slice(9, 12)), status, `${target}: ${answer}`);
    t.false(answer.includes('secret'));
  }
});

test('a URL with unescaped non-ASCII characters is a 400 that explains how to escape them', async t => {
  const {port} = await startTestSandbox(t);
  for (const path of ['/api/v1/constituents/search?q[]=last_name=Zoë', '/api/v1/gröups', '/api/v1/groups?x=合']) {
    t.regex(await sendRaw(port, `GET ${path} ${rest}`), /^HTTP\/1\.1 400 [^{]*\{.*é is sent as %C3%A9/s);
  }
});

test('a Host header with anything but a host and a port is rejected', async t => {
  const {port} = await startTestSandbox(t, {allowHosts: ['crm']});
  for (const host of [
    'evil.example/x.localhost',
    'a@evil.localhost',
    'evil.example?.localhost',
    'evil.example#.localhost',
    'evil.example\\.localhost',
    'a b.localhost',
    '[::1].localhost',
    'localhost:99999',
    'localhost:65536',
    '[evil.localhost]',
    `${'a'.repeat(5000)}.localhost`,
  ]) {
    t.regex(await getByHost(port, host), /^HTTP\/1\.1 400 [^{]*\{.*Host header/s, host);
  }
  for (const host of ['localhost:65535', 'localhost:', '[::1]:1']) {
    t.regex(await getByHost(port, host), /^HTTP\/1\.1 200 /, host);
  }
});

test('a URL with escapes that are not UTF-8 is a 400; a single percent sign is literal', async t => {
  const {get} = await startTestSandbox(t);
  for (const path of [
    '/api/v1/%E0%A4%A',
    '/api/v1/groups/%ff',
    '/api/v1/constituents/search?q[]=name=%C3',
    '/api/v1/constituents/search?q[]=name=%ED%A0%80',
    '/api/v1/constituents/search?q[]=name=100%&x=%FF',
  ]) {
    const {status, body} = await get(path);
    t.is(status, 400, path);
    t.regex(body.description, /not UTF-8/);
  }
  for (const value of ['100%', '%', '%zz', '%C3%A9', '%E2%82%AC%', '%EF%BF%BD']) {
    t.is((await get(`/api/v1/constituents/search?q[]=name=${value}`)).status, 200, value);
  }
});

test('a query with more than 1,000 parameters is a 400; exactly 1,000 are accepted', async t => {
  const {get} = await startTestSandbox(t);
  const query = (count: number) => `/api/v1/groups?${'a&'.repeat(count - 1)}limit=3`;
  t.is((await get(query(1000))).body.limit, 3);
  const {status, body} = await get(query(1001));
  t.is(status, 400);
  t.like(body, {error: 'Parameter Error', description: 'The query has more than 1000 parameters; 1000 are the most'});
});
