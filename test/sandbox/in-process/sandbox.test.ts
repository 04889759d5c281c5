import {execFile} from 'node:child_process';
import path from 'node:path';
import {promisify} from 'node:util';
import test from 'ava';
import {type StartOptions, startSandbox} from '../../../src/index.js';
import {newFolder} from '../../support/cli.js';
import {lineOf, projectOf, runNode} from '../../support/preload.js';
import {startTestSandbox} from '../../support/sandbox.js';
import {replayFile} from '../../support/traces.js';

const headers = {authorization: 'Bearer sandbox-key', 'content-type': 'application/json'};
const choir = {method: 'POST', headers, body: '{"name": "Choir"}'};
const groups = '/api/v1/groups';

const run = promisify(execFile);

test('without a port, the sandbox is reached only by its fetch, at any origin', async t => {
  const sandbox = await startTestSandbox(t, {listen: false});
  t.deepEqual([sandbox.url, sandbox.port], ['http://crm-sandbox.invalid', 0]);
  await t.throwsAsync(fetch(sandbox.url), {instanceOf: TypeError});
  for (const origin of ['', sandbox.url, 'https://api.example.com', 'http://[::1]:8080', 'https://bücher.example']) {
    const response = await sandbox.fetch(`${origin}${groups}?limit=1`, {headers});
    const {next_link: link} = (await response.json()) as {readonly next_link: string};
    t.is(link, new URL(`${groups}?limit=1&offset=1`, origin || sandbox.url).href);
  }
  const {request} = await sandbox.account('default').request(3);
  t.is(request.headers['host'], 'crm-sandbox.invalid');
});

test('with a port, sandbox.fetch reaches the same accounts as HTTP', async t => {
  const sandbox = await startTestSandbox(t);
  const response = await sandbox.fetch(new Request(`https://api.example.com${groups}`, choir));
  const {id} = (await response.json()) as {readonly id: number};
  t.is((await sandbox.get(`${groups}/${id}`)).body.name, 'Choir');
});

test('handles, marks, faults, overrides, callbacks and replays work with sandbox.fetch', async t => {
  const logged: string[] = [];
  const options: StartOptions = {listen: false, onRequest: ({method, path}) => logged.push(`${method} ${path}`)};
  const sandbox = await startTestSandbox(t, options);
  const mark = await sandbox.mark('a test');
  const fault = await sandbox.fault('createGroup#1:lost');
  const error = await t.throwsAsync(sandbox.fetch(groups, choir), {instanceOf: TypeError, message: 'fetch failed'});
  t.like(error.cause, {code: 'ECONNRESET'});
  await mark.end();
  t.deepEqual((await fault.status())?.requests, [1]);
  t.like((await sandbox.diff()).total, {created: 1});
  await sandbox.override({operation: 'createGroup', patch: {ordinal: 7}, reason: 'a test'});
  const response = await sandbox.fetch(groups, {...choir, headers: {...headers, 'x-sandbox-caller': 'src/a.ts:1'}});
  t.like(await response.json(), {name: 'Choir', ordinal: 7});
  t.like(await sandbox.requests(), [
    {mark: 'a test', fault: {kind: 'reset'}},
    {mark: null, caller: 'src/a.ts:1'},
  ]);
  t.true((await sandbox.findings()).length > 0);
  t.like(await sandbox.replay(2), {seq: 3, status: 200});
  t.like(await sandbox.replay(2, {fork: true}), {seq: 1, status: 200});
  t.deepEqual(logged.slice(0, 2), [`POST ${groups}`, `POST ${groups}`]);
});

test('events are streamed while the sandbox runs, and end when it closes', async t => {
  const sandbox = await startTestSandbox(t, {listen: false});
  const events = await sandbox.fetch('/_sandbox/events', {headers});
  const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader();
  await reader.read();
  await sandbox.fetch(groups, choir);
  t.regex((await reader.read()).value!, /"operation":"createGroup"/);
  const start = performance.now();
  await sandbox.close();
  t.true((await reader.read()).done);
  t.true(performance.now() - start < 1000);
});

test('a held request is rejected when the sandbox closes', async t => {
  const sandbox = await startTestSandbox(t, {listen: false, faults: 'listGroups:hold'});
  const held = sandbox.fetch(groups, {headers});
  const [error] = await Promise.all([t.throwsAsync(held, {instanceOf: TypeError}), sandbox.close()]);
  t.like(error.cause, {code: 'ECONNRESET'});
});

test('a trace recorded without a port can be replayed', async t => {
  const trace = path.join(await newFolder(t), 'run.trace.gz');
  const sandbox = await startTestSandbox(t, {listen: false, trace, faults: 'listGroups#2:truncate=300'});
  await sandbox.fetch(groups, choir);
  await (await sandbox.fetch(`https://api.example.com${groups}`, {headers})).text();
  await (await sandbox.fetch(`https://api.example.com${groups}`, {headers})).text().catch(() => undefined);
  await sandbox.close();
  t.like(await replayFile(trace), {equal: 3, skipped: 0, deviation: undefined});
});

test('check() opens a port for each run of a client', async t => {
  await using sandbox = await startSandbox({listen: false, constituents: 2});
  const {cases} = await sandbox.check(
    async ({url, key}) => {
      const response = await fetch(`${url}${groups}`, {
        ...choir,
        headers: {...headers, authorization: `Bearer ${key}`},
      });
      return response.ok ? 0 : 1;
    },
    {budget: 1},
  );
  t.true(cases.length > 0);
});

for (const [name, value] of Object.entries({
  port: 0,
  host: 'localhost',
  allowHosts: ['crm'],
  trustProxy: ['loopback'],
  intercept: {hosts: ['api.example.com']},
})) {
  test(`listen: false rejects the option ${name}`, async t => {
    await t.throwsAsync(startSandbox({listen: false, [name]: value}), {
      code: 'INVALID_ARGUMENT',
      message: `startSandbox: listen: false and ${name} are mutually exclusive: it needs a port`,
    });
  });
}

test('listen must be true or false', async t => {
  const options = {listen: 'no'} as unknown as StartOptions;
  await t.throwsAsync(startSandbox(options), {message: 'startSandbox: listen: must be true or false, got "no"'});
});

const library = new URL('../../../src/index.js', import.meta.url).href;

test('a sandbox without a port has no open handles and does not keep the process alive', async t => {
  const script = `import {startSandbox} from ${JSON.stringify(library)};
const sandbox = await startSandbox({listen: false, profile: 'small'});
const {status} = await sandbox.fetch('/api/v1/funds', {headers: {authorization: 'Bearer sandbox-key'}});
console.log(status, process.getActiveResourcesInfo().filter(name => /TCP|Timeout/.test(name)));`;
  const {stdout} = await run(process.execPath, ['--input-type=module', '-e', script], {timeout: 30_000});
  t.is(stdout, '200 []\n');
});

test('under exec, the journal has the source line of each call of sandbox.fetch', async t => {
  const client = `import {startSandbox} from ${JSON.stringify(library)};
const sandbox = await startSandbox({listen: false, profile: 'small'});
const headers = {authorization: 'Bearer sandbox-key'};
await sandbox.fetch('/api/v1/funds', {headers});
await sandbox.fetch('/api/v1/funds', {headers: {...headers, 'X-Sandbox-Caller': 'mine.ts:7'}});
console.log((await sandbox.requests()).map(({caller}) => caller).join());`;
  const folder = await projectOf(t, {'client.mjs': client});
  const {stdout} = await runNode(t, folder, ['client.mjs']);
  t.is(stdout, `${lineOf('client.mjs', client, "funds', {headers})")},mine.ts:7\n`);
  const alone = await runNode(t, folder, ['client.mjs'], {NODE_OPTIONS: ''});
  t.is(alone.stdout, ',mine.ts:7\n');
});
