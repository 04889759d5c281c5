import {once} from 'node:events';
import {createServer} from 'node:http';
import {type AddressInfo, connect} from 'node:net';
import path from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import test from 'ava';
import {banner} from '../../src/cli/output/report.js';
import type {RunningSandbox} from '../../src/sandbox/start-sandbox.js';
import {version} from '../../src/version.js';
import {newFolder, runCli, startCli} from '../support/cli.js';
import {runHere} from '../support/cli-here.js';
import {startTestSandbox} from '../support/sandbox.js';

test('start prints one line to stdout once it listens, and logs to stderr', async t => {
  const run = await startCli(t);
  await run.get('/api/v1/groups');
  run.child.kill('SIGTERM');
  const {code, stdout, stderr} = await run.ended;
  t.is(code, 0);
  t.is(stdout, `crm-sandbox ready at ${run.url} (key: sandbox-key)\n`);
  for (const key of ['sandbox-key', 'sandbox-readonly-key', 'sandbox-blocked-key', 'sbx_']) {
    t.true(stderr.includes(key));
  }
  t.regex(stderr, /^\d{4}-\d\d-\d\dT[\d:.]+Z default GET \/api\/v1\/groups 200 [\d.]+ ms$/m);
  t.false(stderr.includes('curl'), 'the banner must be printed only to a terminal');
});

test('the banner has the address of the console only if the console is enabled', async t => {
  const sandbox = await startTestSandbox(t);
  const at = sandbox as Pick<RunningSandbox, 'url' | 'key'> as RunningSandbox;
  t.true(banner(at, true).includes(`${sandbox.url}/_sandbox/ui\n`));
  t.false(banner(at, false).includes('/_sandbox'));
});

test('--json prints the ready line and the log as JSON lines', async t => {
  const run = await startCli(t, ['--json', '--seed', '7']);
  await run.get('/api/v1/nothing');
  run.child.kill('SIGINT');
  const {code, stdout, stderr} = await run.ended;
  t.is(code, 0);
  t.deepEqual(JSON.parse(stdout), {
    event: 'ready',
    url: run.url,
    port: Number(new URL(run.url).port),
    key: 'sandbox-key',
    pid: run.child.pid,
    version,
    seed: 7,
  });
  const [line = ''] = stderr.trim().split('\n');
  t.like(JSON.parse(line), {event: 'request', method: 'GET', path: '/api/v1/nothing', status: 404});
});

test('client text cannot add a line to the log', async t => {
  const run = await startCli(t);
  await run.get('/api/v1/constituents/search?q[]=a%0AGET%20/forged%20200%1b[31m');
  run.child.kill('SIGTERM');
  t.regex(
    (await run.ended).stderr,
    / 400 [\d.]+ ms - Parameter Error: Unknown query parameter: a GET \/forged 200 \[31m ⚠ bare-search-value$/m,
  );
});

test('--quiet logs nothing', async t => {
  const run = await startCli(t, ['--quiet']);
  await run.get('/api/v1/groups');
  run.child.kill('SIGTERM');
  t.is((await run.ended).stderr, '');
});

test('variables set the options that no flag sets', async t => {
  const run = await startCli(t, ['--seed', '5', '--key', 'one,two'], 'small', {
    CRM_SANDBOX_SEED: '9',
    CRM_SANDBOX_NOW: '2031-02-03',
    CRM_SANDBOX_KEY: 'sbx_client',
    CRM_SANDBOX_JSON: 'true',
    CRM_SANDBOX_HOST: '',
    CRM_SANDBOX_URL: 'http://127.0.0.1:1',
  });
  t.is(JSON.parse(run.output.stdout).seed, 5);
  const headers = {authorization: 'Bearer two', 'content-type': 'application/json'};
  const body = JSON.stringify({item_type: 'Gift', name: 'x'});
  const category = await (await fetch(`${run.url}/api/v1/categories`, {method: 'POST', headers, body})).json();
  const path = `${run.url}/api/v1/categories/${(category as {id: number}).id}/keywords`;
  const keyword = await (await fetch(path, {method: 'POST', headers, body})).json();
  t.is((keyword as {created_at: string}).created_at, '2031-02-03T00:00:00Z');
});

test('start exits with 3 and suggests another port if the port is in use', async t => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise(resolve => other.on('listening', resolve));
  t.teardown(() => other.close());
  const {port} = other.address() as AddressInfo;
  const {code, stdout, stderr} = await runCli(t, ['start', '--port', String(port), '--constituents', '1000000']).ended;
  t.is(code, 3);
  t.is(stdout, '');
  t.regex(
    stderr,
    new RegExp(
      `^Port ${port} on 127\\.0\\.0\\.1 is in use by [^\n]+ or take another port: [^\n]+ --port 0 for a free one\\.\n$`,
    ),
  );
});

const refused = test.macro<[readonly string[], RegExp, Record<string, string>?]>({
  async exec(t, words, message, env = {}) {
    const {code, stdout, stderr} = await runHere(words, env);
    t.is(code, 2);
    t.is(stdout, '');
    t.regex(stderr, message);
    t.regex(
      stderr,
      /^.+\nHelp: crm-sandbox (?:start )?--help\n$/,
      'the error must be one line, followed by the help line',
    );
  },
  title: (_, words, __, env) => `usage error: ${JSON.stringify(env ?? {})} crm-sandbox ${words.join(' ')}`,
});

test(refused, [], /^Name a command/);
test(refused, ['strat'], /^Unknown command strat: did you mean start\?\n/);
test(refused, ['xyzzy'], /^Unknown command xyzzy\n/);
test(refused, ['start', '--prot', '1'], /^Unknown option --prot: did you mean --port\?\n/);
test(refused, ['start', '--prot=1'], /^Unknown option --prot: did you mean --port\?\n/);
test(refused, ['start', '--no-admn'], /^Unknown option --no-admn: did you mean --no-admin\?\n/);
test(refused, ['start', '-x', '1'], /^Unknown option -x\n/);
test(refused, ['start', '--max-limt', '5'], /^Unknown option --max-limt: did you mean --max-limit\?\n/);
test(refused, ['start', '--colour', 'blue'], /^Unknown option --colour\n/);
test(refused, ['start', '--prot', '1', 'now'], /^Unknown option --prot: did you mean --port\?\n/);
test(refused, ['start', 'now'], /^Unknown argument now\n/);
test(
  refused,
  ['start', '--port', 'abc'],
  /^--port \(or CRM_SANDBOX_PORT\) must be an integer from 0 to 65535, got "abc"/,
);
test(refused, ['start', '--port', '70000'], /from 0 to 65535/);
test(refused, ['start', '--port'], /^--port needs a value\n/);
test(refused, ['start', '--port', '1', '--port', '2'], /given once, got \["1","2"\]/);
test(refused, ['start', '--seed', '-1'], /^--seed .* must be an integer/);
test(refused, ['start', '--profile', 'huge'], /must be one of empty, small, default, large, got "huge"/);
test(refused, ['start', '--constituents', '1000001'], /from 0 to 1000000/);
test(refused, ['start', '--profile', 'small', '--constituents', '5'], /mutually exclusive/);
test(refused, ['start', '--now', '2026-02-30'], /^--now .* must be a moment such as 2026-01-01T00:00:00Z/);
test(refused, ['start', '--now', 'tomorrow'], /^--now .* must be a moment such as 2026-01-01T00:00:00Z/);
test(
  refused,
  ['start', '--host', 'no.such.host.invalid'],
  /^--host no\.such\.host\.invalid is not an address of this machine/,
);
test(
  refused,
  ['start', '--trust-proxy', 'loopback,proxy'],
  /^--trust-proxy \(or CRM_SANDBOX_TRUST_PROXY\) must be an address, a range such as 10\.0\.0\.0\/8, or one of loopback, linklocal, uniquelocal, all, got "proxy"/,
);
test(
  refused,
  ['start', '--seed-until', 'today'],
  /^--seed-until .* must be now, or a day from 1900-01-01 to 9900-01-01, got "today"/,
);
test(refused, ['start', '--key', 'a b'], /^--key must be a key without spaces, got "a b"/);
test(refused, ['start', '--key', 'sandbox-readonly-key'], /^--key must be a key other than sandbox-readonly-key/);
test(refused, ['start', '--key', 'sbx_foo'], /^--key must be a key that does not begin with sbx_.*, got "sbx_foo"/);
test(refused, ['start'], /^--port \(or CRM_SANDBOX_PORT\) must be/, {CRM_SANDBOX_PORT: 'x'});
test(refused, ['start'], /^--json \(or CRM_SANDBOX_JSON\) must be true or false, got "perhaps"/, {
  CRM_SANDBOX_JSON: 'perhaps',
});

test('--version and --help print to stdout', async t => {
  t.is((await runHere(['--version'])).stdout, `${version}\n`);
  const {code, stdout} = await runHere(['start', '--help']);
  t.is(code, 0);
  for (const option of [
    'port',
    'host',
    'allow-host',
    'seed',
    'profile',
    'constituents',
    'now',
    'key',
    'cors',
    'json',
    'quiet',
  ]) {
    t.true(stdout.includes(`--${option} `), option);
  }
  t.true(stdout.includes('crm-sandbox start --port 0 --json'), 'the help must have examples');
});

const requestHead = 'POST /api/v1/groups HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer sandbox-key\r\n';

/** Sends a request whose body is incomplete. */
async function holdRequest(url: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const response = new Promise<string>(resolve => {
    let text = '';
    socket.on('data', chunk => {
      text += chunk;
    });
    socket.on('error', () => resolve(text));
    socket.on('close', () => resolve(text));
  });
  // The server sends `100 Continue` once it has the head. From then on, the request is in flight.
  const isTaken = once(socket, 'data');
  socket.write(`${requestHead}Content-Type: application/json\r\nContent-Length: 12\r\nExpect: 100-continue\r\n\r\n`);
  await isTaken;
  socket.write('{');
  return {socket, response};
}

/** Resolves when the server has begun to stop: it accepts no connection. */
async function stopsListening(url: string): Promise<void> {
  for (;;) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    try {
      await once(socket, 'connect');
    } catch {
      return;
    }
    socket.destroy();
    await wait(20);
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) {
  test.serial(`on ${signal}, start finishes the request in flight and exits with 0`, async t => {
    const run = await startCli(t);
    const {socket, response} = await holdRequest(run.url);
    run.child.kill(signal);
    await stopsListening(run.url);
    socket.write('"name":"x"}');
    t.regex(await response, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
    t.is((await run.ended).code, 0);
  });
}

test.serial('a request that never ends does not delay the exit until the request timeout', async t => {
  const run = await startCli(t);
  await holdRequest(run.url);
  const start = performance.now();
  run.child.kill('SIGTERM');
  t.is((await run.ended).code, 0);
  t.true(performance.now() - start < 20_000, 'start must not wait for the 30 s that a request may take');
});

test.serial('a second signal stops start immediately, and the unfinished work is reported', async t => {
  const file = path.join(await newFolder(t), 'after.json');
  const run = await startCli(t, ['--export-on-exit', file]);
  await holdRequest(run.url);
  run.child.kill('SIGINT');
  await stopsListening(run.url);
  await wait(300);
  run.child.kill('SIGTERM');
  const {code, stderr} = await run.ended;
  t.is(code, 130);
  t.true(stderr.endsWith(`Stopped at once: requests in flight were not finished; ${file} was not written.\n`), stderr);
});

test.serial('two signals at the same time count as one', async t => {
  const run = await startCli(t);
  const {socket, response} = await holdRequest(run.url);
  run.child.kill('SIGSTOP'); // receives both signals when it continues
  run.child.kill('SIGINT');
  run.child.kill('SIGTERM');
  run.child.kill('SIGCONT');
  await stopsListening(run.url);
  await wait(200);
  socket.write('"name":"x"}');
  t.regex(await response, / 200 /);
  t.is((await run.ended).code, 0);
});

test('the sandbox keeps serving after its stdout and stderr are closed', async t => {
  const run = await startCli(t);
  run.child.stdout.destroy();
  run.child.stderr.destroy();
  for (let time = 0; time < 3; time++) {
    t.is((await run.get('/api/v1/groups')).status, 200);
  }
});
