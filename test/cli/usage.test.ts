import {once} from 'node:events';
import {createServer} from 'node:http';
import {type AddressInfo, createServer as createTcpServer} from 'node:net';
import {hostname} from 'node:os';
import test from 'ava';
import {runCli, startCli} from '../support/cli.js';
import {runHere} from '../support/cli-here.js';
import {startHere} from '../support/options-here.js';
import {getByHost} from '../support/raw-http.js';
import {startTestSandbox} from '../support/sandbox.js';

test('a usage error has at most six lines, and the last one points to the help', async t => {
  for (const words of [['start', '--assume', 'nonsense=1'], ['start', '--prot', '1'], ['strat'], ['snapshot'], []]) {
    const {code, stderr} = await runHere(words);
    t.is(code, 2);
    const lines = stderr.trimEnd().split('\n');
    t.true(lines.length <= 6, stderr);
    t.regex(lines.at(-1)!, /^Help: crm-sandbox.* --help$/);
  }
});

test('--recover without --data and --no-admin with --admin-key are rejected', async t => {
  for (const verb of [['start'], ['exec', '--', 'true']]) {
    const [name = '', ...rest] = verb;
    const recovering = await runHere([name, '--recover', ...rest]);
    t.is(recovering.code, 2);
    t.regex(recovering.stderr, /^--recover goes with --data, which names the file to recover\n/);
    const guarded = await runHere([name, '--no-admin', '--admin-key', 'x', ...rest]);
    t.is(guarded.code, 2);
    t.regex(guarded.stderr, /^--no-admin and --admin-key are mutually exclusive: the key protects \/_sandbox\n/);
  }
});

test('--no-admin is accepted if only the environment has an admin key', async t => {
  const inner = await runHere(['exec', '--no-admin', '--', 'true'], {CRM_SANDBOX_ADMIN_KEY: 'outer'});
  t.is(inner.code, 0, inner.stderr);
});

test('help start prints the same as start --help, with the short flags', async t => {
  const [byCommand, byFlag] = [await runHere(['help', 'start']), await runHere(['start', '--help'])];
  t.is(byCommand.code, 0);
  t.is(byCommand.stdout, byFlag.stdout);
  for (const flag of ['-p, --port', '-q, --quiet', '-h, --help', '-v, --version']) {
    t.true(byCommand.stdout.includes(flag), flag);
  }
  t.is((await runHere(['-v'])).stdout, (await runHere(['--version'])).stdout);
  t.is((await runHere(['start', '-p', 'x'])).code, 2);
});

test('an unknown CRM_SANDBOX_ variable is rejected, with the nearest name', async t => {
  const {code, stderr} = await runHere(['start', '-p', '0'], {CRM_SANDBOX_PROFIL: 'small'});
  t.is(code, 2);
  t.regex(stderr, /^CRM_SANDBOX_PROFIL in the environment is not an option; did you mean CRM_SANDBOX_PROFILE\?\n/);
  t.is((await runHere(['exec', '--', 'true'], {CRM_SANDBOX_NONSENSE: '1'})).code, 2);
});

test('CRM_SANDBOX_KEY adds no key to start, and exec replaces it for its command', async t => {
  const run = await startCli(t, [], 'small', {CRM_SANDBOX_KEY: 'mine'});
  t.is((await run.get('/api/v1/groups', 'mine')).status, 401);
  const script = 'console.log(process.env.CRM_SANDBOX_KEY)';
  const command = ['exec', '--profile', 'empty', '--key', 'mine', '--', process.execPath, '--eval', script];
  t.is((await runCli(t, command, {CRM_SANDBOX_KEY: 'other'}).ended).stdout, 'mine\n');
});

test('the error for a port in use names its process, how to stop it, and another port', async t => {
  const {port} = await startTestSandbox(t);
  const ours = await runHere(['start', '--port', `${port}`, '--profile', 'empty']);
  t.is(ours.code, 3);
  t.regex(
    ours.stderr,
    new RegExp(
      `^Port ${port} on 127\\.0\\.0\\.1 is in use by crm-sandbox \\S+ \\(process ${process.pid}\\)\\. Stop it: crm-sandbox stop --url http://127\\.0\\.0\\.1:${port}; or take another port: --port \\d+, or --port 0`,
    ),
  );
  for (const server of [
    createServer((_, response) => response.end('hello')),
    createTcpServer(socket => socket.end()),
  ]) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.teardown(() => server.close());
    const taken = (server.address() as AddressInfo).port;
    const other = await runHere(['start', '--port', `${taken}`, '--profile', 'empty']);
    t.is(other.code, 3);
    t.regex(
      other.stderr,
      new RegExp(`^Port ${taken} on 127\\.0\\.0\\.1 is in use by (?:process ${process.pid} \\(|another process)`),
    );
    t.regex(other.stderr, /; or take another port: --port/);
  }
});

test('--host 0.0.0.0 prints a usable URL, and a warning unless --expose is set', async t => {
  const warned = await startCli(t, ['--host', '0.0.0.0']);
  t.regex(warned.output.stdout, /^crm-sandbox ready at http:\/\/127\.0\.0\.1:\d+ /);
  await warned.waitFor(/Warning: with --host 0\.0\.0\.0 every machine on the network can reach this sandbox/);
  const meant = await startCli(t, ['--host', '0.0.0.0', '--expose']);
  await meant.waitFor(/Keys:/);
  t.false(meant.output.stderr.includes('Warning'));
});

test('--allow-host * requires --expose, and then any host name is accepted', async t => {
  const {code, stderr} = await runHere(['start', '--allow-host', '*']);
  t.is(code, 2);
  t.regex(stderr, /^--allow-host \* lets any page on the web reach the sandbox/);
  const run = await startHere(t, ['--allow-host', '*', '--expose']);
  t.regex(await getByHost(Number(new URL(run.url).port), 'any.example'), /^HTTP\/1\.1 200 /);
});

test('the host name of the machine and host.docker.internal are accepted', async t => {
  const {port} = await startTestSandbox(t);
  for (const name of [hostname(), hostname().toUpperCase(), 'host.docker.internal']) {
    t.regex(await getByHost(port, `${name}:${port}`), /^HTTP\/1\.1 200 /, name);
  }
  t.regex(await getByHost(port, 'docker.internal'), /^HTTP\/1\.1 403 /);
});

const refusals: ReadonlyArray<readonly [words: string, message: string]> = [
  ['strat a b', 'Unknown command strat: did you mean start?'],
  ['frobnicate a b', 'Unknown command frobnicate'],
  ['snapshot sav x y', 'Unknown command sav: did you mean save?'],
  ['snapshot save a b c', 'Unknown arguments b, c; the command is crm-sandbox snapshot save <name>'],
  ['exec --quiet npm test', 'Unknown option --quiet'],
  ['exec npm test', 'The command goes after --: crm-sandbox exec -- npm test'],
  ['start -p', '-p needs a value'],
  ['start --port', '--port needs a value'],
  [
    'snapshot restore a --file b',
    'Name a snapshot or a file, not both: crm-sandbox snapshot restore before, or --file before.json',
  ],
];

for (const [words, message] of refusals) {
  test(`the first line is the error: ${words}`, async t => {
    const {code, stderr} = await runHere(words.split(' '));
    t.is(code, 2);
    t.is(stderr.split('\n')[0], message);
  });
}

/** Runs `work` with stdout as a terminal of this width. */
async function inTerminal<T>(columns: number, work: () => Promise<T>): Promise<T> {
  const before = {isTTY: process.stdout.isTTY, columns: process.stdout.columns};
  Object.assign(process.stdout, {isTTY: true, columns});
  try {
    return await work();
  } finally {
    Object.assign(process.stdout, before);
  }
}

test.serial('help and tables fit into a terminal of 40 columns, and errors are not wrapped', async t => {
  const {url, port} = await startTestSandbox(t);
  const calls = [['--help'], ['start', '--help'], ['accounts', 'list'], ['doctor']];
  const env = {CRM_SANDBOX_URL: url, CRM_SANDBOX_PORT: `${port}`};
  await runHere(['accounts', 'create', 'test-17', '--ttl', '60'], env);
  for (const words of calls) {
    const {code, stdout} = await inTerminal(40, () => runHere(words, env));
    t.is(code, 0);
    const long = stdout.split('\n').filter(line => line.length > 40);
    t.deepEqual(long, [], words.join(' '));
    t.true(
      (await runHere(words, env)).stdout.split('\n').some(line => line.length > 40),
      'lines must be longer without a terminal',
    );
  }
  const refused = await inTerminal(40, () => runHere(['snapshot', 'restore', 'a', '--dry-rum']));
  t.is(
    refused.stderr,
    'Unknown option --dry-rum: did you mean --dry-run?\nHelp: crm-sandbox snapshot restore --help\n',
  );
});
