import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {open, readFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import path from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {version} from '../../src/version.js';
import {newFolder, runCli, startCli, watch} from '../support/cli.js';
import {runHere} from '../support/cli-here.js';
import {executable} from '../support/executable.js';
import {sendRequest} from '../support/http.js';

/** Kills a detached process at the end of the test. */
const killLater = (t: ExecutionContext, pid: number) =>
  t.teardown(() => {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {}
  });

test('start --detach exits once the sandbox is ready, and stop stops the sandbox', async t => {
  const words = ['start', '--detach', '--port', '0', '--profile', 'small', '--json'];
  const started = await runCli(t, words).ended;
  t.is(started.code, 0);
  t.is(started.stderr, '');
  const ready = JSON.parse(started.stdout);
  killLater(t, ready.pid);
  t.like(ready, {event: 'ready', key: 'sandbox-key', version});
  for (let time = 0; time < 3; time++) {
    t.is(
      (await sendRequest(`${ready.url}/health`, {method: 'GET', headers: {}})).status,
      200,
      'the sandbox must keep running although nobody reads its log',
    );
  }

  const stopped = await runCli(t, ['stop', '--url', ready.url]).ended;
  t.is(stopped.stderr, '');
  t.is(stopped.stdout, `crm-sandbox at ${ready.url} has stopped (process ${ready.pid})\n`);
  t.is(stopped.code, 0);
  await t.throwsAsync(fetch(`${ready.url}/health`));
});

test('a detached sandbox keeps logging to the file that stderr is redirected to', async t => {
  const file = path.join(await newFolder(t), 'sandbox.log');
  const log = await open(file, 'w');
  const child = spawn(process.execPath, [executable, 'start', '--detach', '--port', '0', '--profile', 'small'], {
    stdio: ['ignore', 'pipe', log.fd],
  });
  let stdout = '';
  child.stdout?.on('data', chunk => {
    stdout += chunk;
  });
  await once(child, 'close');
  await log.close();
  const [, url = ''] = /at (http:\S+)/.exec(stdout) ?? [];
  await fetch(`${url}/health`);
  const {pid} = JSON.parse((await runHere(['stop', '--url', url, '--json'])).stdout);
  killLater(t, pid);
  t.regex(await readFile(file, 'utf8'), /^\S+Z - GET \/health 200 /m);
});

test('start --detach passes on the error if the sandbox cannot start', async t => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  t.teardown(() => other.close());
  const port = String((other.address() as AddressInfo).port);
  const taken = await runCli(t, ['start', '--detach', '--port', port]).ended;
  t.is(taken.code, 3);
  t.is(taken.stdout, '');
  t.regex(taken.stderr, new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is in use by [^\n]+\n$`));
});

test('stop also stops a sandbox that runs in the foreground', async t => {
  const run = await startCli(t, ['--quiet']);
  const {code, stdout} = await runHere(['stop', '--url', run.url.replace('127.0.0.1', 'localhost'), '--json']);
  t.is(code, 0);
  t.like(JSON.parse(stdout), {stopped: true, pid: run.child.pid});
  t.is((await run.ended).code, 0);
});

test('stop refuses to stop a process that is not a crm-sandbox command on this machine', async t => {
  // In a child process: this one is busy with other tests, and `stop` waits for a response only for a limited time.
  const script = `
    const about = JSON.stringify({status: 'ok', version: '${version}', seed: 1, pid: process.pid});
    const server = require('node:http').createServer((_, response) => response.end(about));
    server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port));`;
  const child = spawn(process.execPath, ['--eval', script], {stdio: ['ignore', 'pipe', 'pipe']});
  t.teardown(() => child.kill('SIGKILL'));
  const [url] = await watch(child).waitFor(/http:\S+/);
  const {code, stderr} = await runCli(t, ['stop', '--url', url]).ended;
  t.is(code, 1);
  t.is(
    stderr,
    `The sandbox at ${url} does not run as a crm-sandbox command on this machine; stop it where it was started\n`,
  );
  t.is(child.exitCode ?? child.signalCode, null);
});
