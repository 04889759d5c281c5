import {readFileSync} from 'node:fs';
import test from 'ava';
import {getByHost, sendRaw} from '../support/raw-http.js';
import {startTestSandbox} from '../support/sandbox.js';

const html = 'text/html; charset=utf-8';
const script = 'text/javascript; charset=utf-8';
const css = 'text/css; charset=utf-8';

/** All files below `/docs`, and the files of the root. */
const files: Readonly<Record<string, string>> = {
  '/docs': html,
  '/docs/': html,
  '/docs/page.js': script,
  '/docs/theme.js': script,
  '/docs/accessible.js': script,
  '/docs/home.js': script,
  '/docs/text.css': css,
  '/docs/theme.css': css,
  '/docs/marks.js': script,
  '/docs/page.css': css,
  '/docs/favicon.svg': 'image/svg+xml; charset=utf-8',
  '/llms.txt': 'text/plain; charset=utf-8',
  '/favicon.ico': 'image/svg+xml; charset=utf-8',
  '/docs/swagger-ui-bundle.js': script,
  '/docs/swagger-ui.css': css,
  '/docs/swagger-ui-bundle.js.LICENSE.txt': 'text/plain; charset=utf-8',
  '/docs/LICENSE': 'text/plain; charset=utf-8',
  '/docs/NOTICE': 'text/plain; charset=utf-8',
};

const none = {key: null};
const asBrowser = {...none, headers: {accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'}};

for (const [path, type] of Object.entries(files)) {
  test(`GET ${path} needs no key, and HEAD returns the same headers`, async t => {
    const sandbox = await startTestSandbox(t);
    const get = await sandbox.get(path, none);
    t.is(get.status, 200);
    t.is(get.headers.get('content-type'), type);
    t.is(get.headers.get('content-length'), String(Buffer.byteLength(get.text)));
    const head = await sandbox.request('HEAD', path, undefined, none);
    t.is(head.text, '');
    const same = ['content-type', 'content-length', 'etag', 'cache-control', 'content-security-policy'];
    t.deepEqual(
      same.map(name => head.headers.get(name)),
      same.map(name => get.headers.get(name)),
    );
  });
}

test('GET / returns the home page to a browser, and every link on it works', async t => {
  const sandbox = await startTestSandbox(t);
  const {status, headers, text} = await sandbox.get('/', asBrowser);
  t.is(status, 200);
  t.is(headers.get('content-type'), html);
  t.true(headers.get('content-security-policy')!.includes("default-src 'self'"));
  t.is(headers.get('vary'), 'Accept');
  t.false(text.includes('{{'));
  const named = Array.from(text.matchAll(/(?:src|href)="([^"]+)"/g), ([, path]) => path!);
  t.true(named.includes('/docs'));
  for (const path of named) {
    t.is((await sandbox.get(path, asBrowser)).status, 200, path);
  }
});

test('GET / from a client other than a browser is rejected like any unknown path', async t => {
  const sandbox = await startTestSandbox(t);
  t.is((await sandbox.get('/', none)).status, 401);
  const {status, text} = await sandbox.get('/');
  t.is(status, 404);
  t.regex(text, /every path begins with \/api\/v1\/ and a resource/);
});

test('the docs page loads only its own files, allows no inline scripts, and contains the default key', async t => {
  const sandbox = await startTestSandbox(t);
  const {text, headers} = await sandbox.get('/docs', none);
  const policy = headers.get('content-security-policy')!.split('; ');
  t.true(policy.includes("default-src 'self'"));
  t.true(policy.includes("frame-ancestors 'none'"));
  t.false(
    policy.some(rule => /script|unsafe-eval/.test(rule)),
    'scripts fall under default-src',
  );
  t.is(headers.get('x-content-type-options'), 'nosniff');
  t.true(text.includes(`data-key="${sandbox.key}"`));
  t.false(text.includes('{{'));
  const named = Array.from(text.matchAll(/(?:src|href)="([^"]+)"/g), ([, path]) => path!);
  for (const path of named) {
    t.is((await sandbox.get(path, asBrowser)).status, 200, path);
  }
  t.true(named.length >= 10);
});

test('a browser receives each rule as a page, other clients receive Markdown', async t => {
  const sandbox = await startTestSandbox(t);
  const list = await sandbox.get('/docs/rules', asBrowser);
  t.is(list.headers.get('content-type'), html);
  const links = Array.from(list.text.matchAll(/href="(\/docs\/rules\/[^"]+)"/g), ([, path]) => path!);
  t.true(links.length > 50);
  for (const path of links) {
    const page = await sandbox.get(path, asBrowser);
    t.is(page.status, 200, path);
    t.is(page.headers.get('content-type'), html);
    t.is(page.headers.get('vary'), 'Accept');
    t.regex(page.text, /<header class="site-header">.*<main><h1>[\w-]+<\/h1>\n.*<pre>/s);
    t.notRegex(page.text, /\{\{|<main>.*\]\(/s);
    const plain = await sandbox.get(path, none);
    t.is(plain.headers.get('content-type'), 'text/plain; charset=utf-8');
    t.regex(plain.text, /^# [\w-]+\n/);
  }
  t.is((await sandbox.get('/docs/rules/nothing', asBrowser)).status, 404);
});

test('a request for the favicon is neither listed nor checked', async t => {
  const sandbox = await startTestSandbox(t);
  t.is((await sandbox.get('/favicon.ico', {...none, headers: {accept: 'image/*'}})).status, 200);
  t.deepEqual((await sandbox.get('/_sandbox/requests')).body.requests, []);
  t.is((await sandbox.get('/_sandbox/findings')).body.findings.length, 0);
});

test('a request with a matching ETag returns a 304 without a body', async t => {
  const sandbox = await startTestSandbox(t);
  for (const path of ['/docs', '/docs/swagger-ui-bundle.js']) {
    const {headers} = await sandbox.get(path, none);
    t.is(headers.get('cache-control'), 'no-cache');
    // Node's fetch adds Cache-Control: no-cache to a request with an ETag, so it would never get a 304.
    const requestWith = (etag: string) =>
      sendRaw(
        sandbox.port,
        `GET ${path} HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: ${etag}\r\nConnection: close\r\n\r\n`,
      );
    const again = await requestWith(headers.get('etag')!);
    t.regex(again, /^HTTP\/1\.1 304 /);
    t.true(again.endsWith('\r\n\r\n'), 'without a body');
    t.regex(await requestWith('"of another version"'), /^HTTP\/1\.1 200 /);
  }
});

test('other paths below /docs are a 404', async t => {
  const sandbox = await startTestSandbox(t);
  for (const path of [
    '/docs/index.html',
    '/docs/nothing',
    '/docs/page.js/',
    '/docs/swagger-ui-bundle.js.map',
    '/docs/docs-files.js',
    '/docs/%2e%2e%2fdocs-files.js',
    '/docs/..%2f..%2f..%2f..%2fpackage.json',
    '/docs//page.js',
  ]) {
    const {status, body} = await sandbox.get(path, none);
    t.is(status, 404, path);
    t.like(body, {api_version: '1.0', error: 'Not Found'});
  }
  const climb = 'GET /docs/../../../../../package.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
  t.regex(await sendRaw(sandbox.port, climb), /^HTTP\/1\.1 404 /, 'unresolved .. segments are a 404');
  t.is((await sandbox.get('/docsx', none)).status, 401, '/docsx is not below /docs');
});

test('the docs page accepts only GET and HEAD', async t => {
  const sandbox = await startTestSandbox(t);
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
    const {status, headers} = await sandbox.request(method, '/docs', undefined, none);
    t.is(status, 405, method);
    t.is(headers.get('allow'), 'GET, HEAD');
  }
});

test('the docs page rejects an unknown Host', async t => {
  const sandbox = await startTestSandbox(t);
  t.regex(await getByHost(sandbox.port, 'evil.example', '/docs'), /^HTTP\/1\.1 403 /);
  t.regex(await getByHost(sandbox.port, 'localhost', '/docs'), /^HTTP\/1\.1 200 /);
});

test('Swagger UI is served unmodified, with its license and notice', async t => {
  const sandbox = await startTestSandbox(t);
  for (const file of ['swagger-ui-bundle.js', 'swagger-ui.css', 'LICENSE', 'NOTICE']) {
    const original = new URL(`../../../node_modules/swagger-ui-dist/${file}`, import.meta.url);
    t.is((await sandbox.get(`/docs/${file}`, none)).text, readFileSync(original, 'utf8'));
  }
});
