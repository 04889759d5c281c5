import {mkdirSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import path from 'node:path';
import test, {type ExecutionContext} from 'ava';
import Koa from 'koa';
import {serveConsole} from '../../src/http/pages/serve-console.js';
import {reportErrors} from '../../src/http/report-errors.js';
import type {RequestState} from '../../src/http/request-state.js';
import {ConsoleFiles} from '../../src/pages/console-files.js';
import {newFolder} from '../support/cli.js';
import {sendRequest} from '../support/http.js';
import {getByHost, sendRaw} from '../support/raw-http.js';
import {startTestSandbox} from '../support/sandbox.js';

const none = {key: null};
const root = '/_sandbox/ui';
const html = 'text/html; charset=utf-8';

const written: Readonly<Record<string, string>> = {
  'index.html': '<!doctype html><title>the page</title>',
  'app.js': 'console.log(1);',
  'app.css': 'body {margin: 0}',
  'notes.md': 'not served',
};

/** Serves the console from files that the test writes. */
async function serveFiles(t: ExecutionContext, files: Readonly<Record<string, string>> = written) {
  const folder = await newFolder(t);
  mkdirSync(path.join(folder, 'inside'));
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(path.join(folder, name), text);
  }
  const app = new Koa<RequestState>();
  app.use(reportErrors(error => t.fail(String(error))));
  app.use(serveConsole({files: new ConsoleFiles(folder), config: {name: 'value'}}));
  const server = createServer(app.callback());
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  const {port} = server.address() as AddressInfo;
  const send = (method: string, target: string, headers = {}) =>
    sendRequest(new URL(target, `http://127.0.0.1:${port}`), {method, headers, body: undefined});
  return {port, send};
}

test('the console serves its files, and its page for every other path without an extension', async t => {
  const {send} = await serveFiles(t);
  for (const [target, name, type] of [
    [root, 'index.html', html],
    [`${root}/`, 'index.html', html],
    [`${root}/requests/142`, 'index.html', html],
    [`${root}/data/gifts?as_of=request:142`, 'index.html', html],
    [`${root}/index.html`, 'index.html', html],
    [`${root}/app.js`, 'app.js', 'text/javascript; charset=utf-8'],
    [`${root}/app.css`, 'app.css', 'text/css; charset=utf-8'],
  ] as const) {
    const get = await send('GET', target);
    t.is(get.status, 200, target);
    t.is(get.text, written[name]!, target);
    t.is(get.headers.get('content-type'), type);
    t.is(
      get.headers.get('content-security-policy'),
      "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    );
    t.is(get.headers.get('x-content-type-options'), 'nosniff');
    t.is(get.headers.get('cache-control'), 'no-cache');
    const head = await send('HEAD', target);
    t.is(head.text, '');
    t.is(head.headers.get('etag'), get.headers.get('etag'));
    t.is(head.headers.get('content-length'), String(written[name]!.length));
  }
  t.is((await send('GET', `${root}/config.json`)).text, '{"name":"value"}');
});

test('other files below the console path are a 404', async t => {
  const {port, send} = await serveFiles(t);
  for (const name of ['app.js.map', 'notes.md', 'inside/app.js', '..%2f..%2fpackage.json']) {
    const {status, text} = await send('GET', `${root}/${name}`);
    t.is(status, 404, name);
    t.regex(text, /There is no file .*; the console is at \/_sandbox\/ui/);
  }
  for (const up of ['..', '%2e%2e']) {
    const climb = `GET ${root}/${up}/${up}/package.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
    t.regex(await sendRaw(port, climb), /^HTTP\/1\.1 404 /, up);
  }
});

test('the console accepts only GET and HEAD, and returns a 304 for a matching ETag', async t => {
  const {port, send} = await serveFiles(t);
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
    const {status, headers} = await send(method, `${root}/requests`);
    t.is(status, 405, method);
    t.is(headers.get('allow'), 'GET, HEAD');
  }
  const etag = (await send('GET', `${root}/app.js`)).headers.get('etag')!;
  const again = `GET ${root}/app.js HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: ${etag}\r\nConnection: close\r\n\r\n`;
  t.regex(await sendRaw(port, again), /^HTTP\/1\.1 304 /);
});

test('a console that is not built returns a 404 that names the build command', async t => {
  const {send} = await serveFiles(t, {'app.js': ''});
  const {status, text} = await send('GET', root);
  t.is(status, 404);
  t.regex(text, /The console is not built: npm run build makes it, in dist\/console/);
});

test('config.json contains the default key and the options, but no secrets', async t => {
  const sandbox = await startTestSandbox(t);
  t.deepEqual((await sandbox.get(`${root}/config.json`, none)).body, {
    key: 'sandbox-key',
    account: 'default',
    needsAdminKey: false,
    isReadOnly: false,
    version: sandbox.version,
  });
  const guarded = await startTestSandbox(t, {adminKey: 'hush', keys: ['another-secret']});
  const {body, text} = await guarded.get(`${root}/config.json`, none);
  t.true(body.needsAdminKey);
  t.notRegex(text, /hush|another-secret/);
});

test('the console rejects requests from other origins and for unknown hosts', async t => {
  const sandbox = await startTestSandbox(t, {cors: true});
  const from = async (origin: string) =>
    (await sandbox.get(`${root}/config.json`, {...none, headers: {origin}})).status;
  t.is(await from('http://evil.example'), 403);
  t.is(await from(sandbox.url), 200);
  t.regex(await getByHost(sandbox.port, 'evil.example', `${root}/config.json`), /^HTTP\/1\.1 403 /);
});

test('without a console, its paths are a 404 that names the option, and the home page hides the link', async t => {
  for (const [options, why] of [
    [{ui: false}, /There is no console: the sandbox was started with --no-ui/],
    [{admin: false}, /There is no console: the sandbox was started with --no-admin/],
  ] as const) {
    const sandbox = await startTestSandbox(t, options);
    for (const target of [root, `${root}/requests`, `${root}/config.json`]) {
      const {status, text} = await sandbox.get(target, none);
      t.is(status, 404);
      t.regex(text, why);
    }
    const home = await sandbox.get('/', {...none, headers: {accept: 'text/html'}});
    t.regex(home.text, /<div data-console="off">\s*<dt><a href="\/_sandbox\/ui">/);
  }
});

test('requests for the console are not listed as requests', async t => {
  const sandbox = await startTestSandbox(t);
  await sandbox.get(`${root}/config.json`, none);
  t.is((await sandbox.get(root, none)).status, 200);
  t.is((await sandbox.get(`${root}/app.js`, none)).status, 200, 'the build includes app.js');
  t.deepEqual(await sandbox.requests(), []);
});
