import test, {type ExecutionContext} from 'ava';
import {getByHost} from '../support/raw-http.js';
import {startTestSandbox} from '../support/sandbox.js';

type Headers = Readonly<Record<string, string>>;

const path = '/api/v1/groups?limit=1';

async function linkOf(t: ExecutionContext, trustProxy: readonly string[], headers: Headers): Promise<string> {
  const sandbox = await startTestSandbox(t, {trustProxy, allowHosts: ['crm.example', 'inner.example']});
  const {body} = await sandbox.get(path, {headers});
  return new URL(body.next_link).origin.replace(sandbox.url, 'sandbox.url');
}

const links = test.macro({
  exec: async (t, headers: Headers, origin: string, trustProxy: readonly string[] = ['loopback']) => {
    t.is(await linkOf(t, trustProxy, headers), origin);
  },
  title: title => `next_link uses ${title}`,
});

const https = {'x-forwarded-proto': 'https', 'x-forwarded-host': 'crm.example'};

test('X-Forwarded-Proto and -Host of a trusted proxy', links, https, 'https://crm.example');
test(
  'Forwarded of a trusted proxy',
  links,
  {forwarded: 'for=192.0.2.1;Proto=HTTPS;host="crm.example:8443"'},
  'https://crm.example:8443',
);
test(
  'Forwarded if X-Forwarded-* headers disagree',
  links,
  {...https, forwarded: 'proto=http;host=inner.example'},
  'http://inner.example',
);
test(
  'the forwarded host without the default port',
  links,
  {'x-forwarded-proto': 'https', 'x-forwarded-host': 'CRM.example:443'},
  'https://crm.example',
);
test('the Host header if X-Forwarded-Host is empty', links, {'x-forwarded-host': ''}, 'sandbox.url');
test('its own address if the sender is not a trusted proxy', links, https, 'sandbox.url', ['10.0.0.0/8', '::1']);
test('its own address if no proxy is trusted', links, {...https, forwarded: 'proto=ftp;;'}, 'sandbox.url', []);
test(
  'the values of the outermost trusted proxy, by X-Forwarded-For',
  links,
  {
    'x-forwarded-for': '10.0.0.9, 192.0.2.1, 10.0.0.1',
    'x-forwarded-proto': 'http, https, http',
    'x-forwarded-host': 'evil.example, crm.example, inner.example',
  },
  'https://crm.example',
  ['loopback', '10.0.0.0/8'],
);
test(
  'the values of the outermost trusted proxy, by Forwarded',
  links,
  {
    forwarded:
      'host=evil.example, for="[2001:db8::1]:99";host=crm.example;proto=https, for="10.0.0.1:80";host=inner.example',
  },
  'https://crm.example',
  ['loopback', '10.0.0.0/8'],
);
test(
  'the entry after a sender without an address, even if all proxies are trusted',
  links,
  {
    forwarded: 'for=192.0.2.1;host=crm.example;proto=https, for=unknown;host=inner.example, for=10.0.0.1',
  },
  'http://inner.example',
  ['all'],
);

test('the server URL of /openapi.json is the address that the client used', async t => {
  const sandbox = await startTestSandbox(t, {trustProxy: ['loopback'], allowHosts: ['crm.example']});
  const servers = async (headers: Headers) =>
    (await sandbox.get('/openapi.json', {key: null, headers})).body.servers[0].url;
  t.is(await servers(https), 'https://crm.example');
  t.is(await servers({}), sandbox.url);
});

test('only a page at the address forwarded by a trusted proxy may use /_sandbox', async t => {
  const sandbox = await startTestSandbox(t, {trustProxy: ['loopback'], allowHosts: ['crm.example']});
  const reset = async (headers: Headers) => (await sandbox.request('POST', '/_sandbox/reset', {}, {headers})).status;
  t.is(await reset({...https, origin: 'https://crm.example'}), 200);
  t.is(await reset({...https, origin: 'https://evil.example'}), 403);
  t.is(await reset({origin: 'https://crm.example'}), 403);
});

test('an unknown host is rejected, whether forwarded by a trusted proxy or in the Host header', async t => {
  const sandbox = await startTestSandbox(t, {trustProxy: ['loopback']});
  for (const headers of [{'x-forwarded-host': 'evil.example'}, {forwarded: 'host=evil.example'}] as const) {
    const {status, body} = await sandbox.get(path, {headers});
    t.is(status, 403);
    t.is(
      body.description,
      'The sandbox does not answer to the host "evil.example"; start it with --allow-host evil.example',
    );
  }
  for (const host of ['evil.example/x.localhost', 'a@evil.localhost', 'evil.example#.localhost', 'x y.localhost']) {
    for (const headers of [{'x-forwarded-host': host}, {forwarded: `host="${host}"`}] as const) {
      t.is((await sandbox.get(path, {headers})).status, 400, host);
    }
  }
  t.regex(await getByHost(sandbox.port, 'evil.example\r\nX-Forwarded-Host: localhost'), /^HTTP\/1\.1 403 /);
});

test('a malformed forwarding header of a trusted proxy is a 400', async t => {
  const sandbox = await startTestSandbox(t, {trustProxy: ['all']});
  const refused = async (headers: Headers) => {
    const {status, body} = await sandbox.get(path, {headers});
    t.is(status, 400);
    return body.description;
  };
  t.is(
    await refused({forwarded: 'proto=https;;'}),
    "The header Forwarded can't be read: Unexpected character ';' at index 12",
  );
  t.is(await refused({'x-forwarded-proto': 'wss'}), 'A proxy says that the scheme is "wss"; it must be http or https');
});
