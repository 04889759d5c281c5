import {chmodSync, existsSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {setTimeout} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import {newFolder, runCli} from '../support/cli.js';
import {runHere} from '../support/cli-here.js';
import {sendRequest} from '../support/http.js';
import {getByHost} from '../support/raw-http.js';
import {traceOf} from '../support/traces.js';

/** Writes a trace of one request to a temporary folder. */
async function newTrace(t: ExecutionContext): Promise<string> {
  const file = path.join(await newFolder(t), 'run.trace.gz');
  await traceOf(file, {}, send => send({method: 'POST', path: '/api/v1/groups', body: {name: 'Gala'}}));
  return file;
}

/** Starts `trace open`. @returns the process and its URL */
async function open(t: ExecutionContext, file: string, words: readonly string[], env = {}) {
  const run = runCli(t, ['trace', 'open', file, ...words], env);
  const [url] = await run.waitFor(/http:\/\/127\.0\.0\.1:\d+\/_sandbox\/ui/);
  return {...run, url};
}

test('trace open serves only the console and the trace until it is stopped', async t => {
  const file = await newTrace(t);
  const {child, ended, url} = await open(t, file, ['--no-open']);
  const {origin, port} = new URL(url);
  const get = (target: string, headers = {}) => sendRequest(`${origin}${target}`, {method: 'GET', headers});
  const page = await fetch(url);
  t.is(page.headers.get('content-type'), 'text/html; charset=utf-8');
  t.regex(page.headers.get('content-security-policy')!, /^default-src 'self';/);
  t.is(await (await fetch(`${url}/requests/1`)).text(), await page.text());
  t.deepEqual(await (await fetch(`${url}/config.json`)).json(), {trace: '/_sandbox/ui/trace.gz', name: 'run.trace.gz'});
  const trace = await fetch(`${url}/trace.gz`);
  t.is(trace.headers.get('content-type'), 'application/gzip');
  t.is(trace.headers.get('content-encoding'), null);
  t.deepEqual(Buffer.from(await trace.arrayBuffer()), readFileSync(file));
  t.is((await get('/_sandbox/ui/trace.gz', {origin: 'http://evil.example'})).status, 403);
  t.is((await sendRequest(`${url}/trace.gz`, {method: 'POST', headers: {}})).status, 405);
  t.is((await get('/_sandbox/requests')).status, 404);
  t.is((await get('/api/v1/groups')).status, 404);
  t.regex(await getByHost(Number(port), 'evil.example', '/_sandbox/ui/trace.gz'), /^HTTP\/1\.1 403 /);
  child.kill('SIGINT');
  const {code, stdout, stderr} = await ended;
  t.is(code, 0);
  t.is(stdout, `${file} is shown at ${url}; Ctrl-C ends it\n`);
  t.is(stderr, '');
});

test('trace open --json prints its URL, and a hint to open it if there is no display', async t => {
  const file = await newTrace(t);
  const {child, ended, url, waitFor} = await open(t, file, ['--json'], {DISPLAY: '', WAYLAND_DISPLAY: ''});
  if (process.platform === 'linux') {
    await waitFor(/There is no browser to open here: open that address yourself\n/);
  }
  child.kill('SIGTERM');
  t.deepEqual(JSON.parse((await ended).stdout), {url, file});
});

(process.platform === 'linux' ? test : test.skip)('trace open opens the default browser', async t => {
  const folder = await newFolder(t);
  const opened = path.join(folder, 'opened');
  writeFileSync(
    path.join(folder, 'xdg-open'),
    `#!/bin/sh\nprintf '%s' "$1" > '${opened}.part' && mv '${opened}.part' '${opened}'\n`,
  );
  chmodSync(path.join(folder, 'xdg-open'), 0o755);
  const file = await newTrace(t);
  const {url} = await open(t, file, [], {DISPLAY: ':9', PATH: `${folder}:${process.env['PATH']}`});
  while (!existsSync(opened)) {
    await setTimeout(20);
  }
  t.is(readFileSync(opened, 'utf8'), url);
});

test('trace open rejects missing files and files that are not traces', async t => {
  const file = path.join(await newFolder(t), 'no.gz');
  const missing = await runHere(['trace', 'open', file, '--no-open']);
  t.is(missing.code, 1);
  t.regex(missing.stderr, /no\.gz/);
  writeFileSync(file, 'nothing');
  const wrong = await runHere(['trace', 'open', file, '--no-open']);
  t.is(wrong.code, 1);
  t.is(wrong.stderr, `${file} is no trace: it is not gzipped\n`);
  const second = await runHere(['trace', 'open', await newTrace(t), file, '--no-open']);
  t.is(second.code, 1);
  t.is(second.stderr, wrong.stderr);
});
