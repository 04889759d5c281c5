import {readFile, stat} from 'node:fs/promises';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import path from 'node:path';
import test from 'ava';
import {newFolder, runCli} from '../support/cli.js';
import {runHere} from '../support/cli-here.js';
import {executable} from '../support/executable.js';

/** A command that runs JavaScript. */
const node = (script: string) => ['--', process.execPath, '--input-type=module', '--eval', script];

const small = ['exec', '--profile', 'small'];

test('exec passes the URL and the keys to the command, and its output and exit code through', async t => {
  const script = `
    const {CRM_SANDBOX_URL: url, CRM_SANDBOX_KEY: key, CRM_SANDBOX_ADMIN_KEY: adminKey} = process.env;
    const headers = {authorization: 'Bearer ' + key, 'x-admin-key': adminKey};
    const {counts} = await (await fetch(url + '/_sandbox', {headers})).json();
    console.log(JSON.stringify({url, key, adminKey, constituents: counts.constituents}));
    process.exit(7);`;
  const {code, stdout, stderr} = await runCli(t, [...small, '--admin-key', 'secret', ...node(script)]).ended;
  t.is(code, 7);
  t.is(stderr, '');
  const values = JSON.parse(stdout);
  t.like(values, {key: 'sandbox-key', adminKey: 'secret', constituents: 50});
  await t.throwsAsync(fetch(values.url), undefined, 'the sandbox must have stopped');
});

test('arguments after -- are passed unchanged', async t => {
  const words = ['007', '--port', '--', 'a b', '$HOME', ''];
  const script = 'console.log(JSON.stringify(process.argv.slice(1)))';
  const {stdout} = await runCli(t, [...small, ...node(script), '--', ...words]).ended;
  t.deepEqual(JSON.parse(stdout), words);
});

test('exec ignores CRM_SANDBOX_PORT, but not --port', async t => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise(resolve => other.on('listening', resolve));
  t.teardown(() => other.close());
  const port = String((other.address() as AddressInfo).port);
  const env = {CRM_SANDBOX_PORT: port, CRM_SANDBOX_PROFILE: 'small', CRM_SANDBOX_DETACH: 'true'};
  t.is((await runHere(['exec', ...node('')], env)).code, 0);
  const {code, stderr} = await runHere([...small, '--port', port, ...node('')]);
  t.is(code, 3);
  t.regex(stderr, /is in use/);
});

test('other commands find the sandbox of exec, and --log-requests logs their requests', async t => {
  const command = ['--', process.execPath, executable, 'reset', '--json'];
  const {code, stdout, stderr} = await runCli(t, [...small, '--log-requests', '--json', ...command]).ended;
  t.is(code, 0);
  t.like(JSON.parse(stdout), {account: 'default', generation: 2});
  const logged = stderr
    .trim()
    .split('\n')
    .map(line => JSON.parse(line).path);
  t.deepEqual(logged, ['/health', '/_sandbox/reset']);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`exec forwards ${signal} to the command and waits until it exits`, async t => {
    const script = `
      process.on('${signal}', () => setTimeout(() => process.exit(5), 50));
      setInterval(() => undefined, 1000);
      console.log('waiting');`;
    const run = runCli(t, [...small, ...node(script)]);
    await run.waitFor(/waiting/);
    run.child.kill(signal);
    t.like(await run.ended, {code: 5, stderr: ''});
  });
}

test('exec exits with 128 plus the signal number if a signal ends the command', async t => {
  const run = runCli(t, [...small, ...node("console.log('up'); setInterval(() => undefined, 1000)")]);
  await run.waitFor(/up/);
  run.child.kill('SIGTERM');
  t.is((await run.ended).code, 128 + 15);
});

test('exec exits with 127 if the command does not exist, and with 126 if it may not be run', async t => {
  const missing = await runHere([...small, '--', 'no-such-command']);
  t.deepEqual(missing, {code: 127, stdout: '', stderr: 'There is no command no-such-command\n'});
  const folder = await newFolder(t);
  const forbidden = await runHere([...small, '--', folder]);
  t.deepEqual(forbidden, {code: 126, stdout: '', stderr: `The command ${folder} may not be run\n`});
});

test('--export-on-exit writes its file once the command has ended, and rejects a bad path', async t => {
  const file = path.join(await newFolder(t), 'after.json');
  const command = ['--', process.execPath, executable, 'reset', '--empty'];
  t.is((await runCli(t, [...small, '--export-on-exit', file, ...command]).ended).code, 0);
  t.is(JSON.parse(await readFile(file, 'utf8')).records.constituents.length, 0);
  const nowhere = path.join(file, 'after.json');
  const mark = `${file}.ran`;
  const {code, stderr} = await runHere([...small, '--export-on-exit', nowhere, '--', 'touch', mark]);
  t.is(code, 1);
  await t.throwsAsync(stat(mark), {code: 'ENOENT'}, 'the command must not run');
  t.regex(stderr, /after\.json cannot be used: a part of its path is not a folder \(ENOTDIR\)\n$/);
});

for (const words of [['exec'], ['exec', '--'], ['exec', 'npm', 'test'], ['exec', '--prot', '1', '--', 'npm', 'test']]) {
  test(`usage error: crm-sandbox ${words.join(' ')}`, async t => {
    const {code, stdout, stderr} = await runHere(words);
    t.is(code, 2);
    t.is(stdout, '');
    t.regex(stderr, /^.+\nHelp: crm-sandbox exec --help\n$/);
  });
}
