import {execFileSync} from 'node:child_process';
import {once} from 'node:events';
import {appendFile, readdir, readFile, writeFile} from 'node:fs/promises';
import {type AddressInfo, createServer} from 'node:net';
import path from 'node:path';
import test from 'ava';
import {newFolder} from '../support/cli.js';
import {runHere, shareSandbox} from '../support/cli-here.js';

const sandbox = shareSandbox(test);

test('a shell can evaluate the output of env, even if the key has special characters', async t => {
  const {code, stdout} = await sandbox.run(['env', '--key', `a'b"$x`, '--admin-key', 'secret']);
  t.is(code, 0);
  const script = `${stdout}\nprintf '%s|' "$CRM_SANDBOX_URL" "$CRM_SANDBOX_KEY" "$CRM_SANDBOX_ADMIN_KEY"`;
  t.is(execFileSync('sh', ['-c', script], {encoding: 'utf8'}), `${sandbox.url}|a'b"$x|secret|`);
});

test('env prints PowerShell, dotenv and JSON', async t => {
  const env = async (...words: string[]) => (await sandbox.run(['env', ...words])).stdout;
  t.is(
    await env('--format', 'powershell'),
    `$env:CRM_SANDBOX_URL = '${sandbox.url}'\n$env:CRM_SANDBOX_KEY = 'sandbox-key'\n`,
  );
  t.is(await env('--format', 'dotenv'), `CRM_SANDBOX_URL="${sandbox.url}"\nCRM_SANDBOX_KEY="sandbox-key"\n`);
  const values = {CRM_SANDBOX_URL: sandbox.url, CRM_SANDBOX_KEY: 'sandbox-key'};
  t.deepEqual(JSON.parse(await env('--format', 'json')), values);
  t.deepEqual(JSON.parse(await env('--json')), values);
});

test('env exits with 3 and prints nothing to stdout if no sandbox responds', async t => {
  const {code, stdout, stderr} = await runHere(['env'], {CRM_SANDBOX_URL: 'http://127.0.0.1:1'});
  t.is(code, 3);
  t.is(stdout, '');
  t.regex(stderr, /^Nothing answers at /);
});

test('doctor reports the Node version, the process at the port, the data file and its lock', async t => {
  const port = new URL(sandbox.url).port;
  const data = path.join(await newFolder(t), 'data.json');
  await writeFile(`${data}.lock`, '999999999\n');
  const {code, stdout} = await runHere(['doctor'], {CRM_SANDBOX_PORT: port, CRM_SANDBOX_DATA: data});
  t.is(code, 0);
  t.regex(stdout, /^ok +Node +v\d/m);
  t.regex(
    stdout,
    new RegExp(`^ok +port ${port} +crm-sandbox \\S+ answers at ${sandbox.url} \\(process ${process.pid}\\)$`, 'm'),
  );
  t.regex(stdout, /^ok +data file .* is not there yet$/m);
  t.regex(stdout, /^ok +lock .*was left by process 999999999; the next start takes it over$/m);
});

test('doctor exits with 1 if start would fail', async t => {
  const server = createServer(socket => socket.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const {port} = server.address() as AddressInfo;
  const taken = await runHere(['doctor', '--json'], {CRM_SANDBOX_PORT: `${port}`});
  t.is(taken.code, 1);
  const {ok, findings} = JSON.parse(taken.stdout);
  t.false(ok);
  t.deepEqual(
    findings.filter((finding: {ok: boolean}) => !finding.ok).map(({what}: {what: string}) => what),
    [`port ${port}`],
  );
  const folder = await newFolder(t);
  const unreadable = await runHere(['doctor'], {CRM_SANDBOX_DATA: folder});
  t.is(unreadable.code, 1);
  t.regex(unreadable.stdout, /^BAD +data file +--data \S+ cannot be used: it is a folder; .*\(EISDIR\)$/m);
  const options = await runHere(['doctor'], {CRM_SANDBOX_PROFIL: 'x'});
  t.is(options.code, 1);
  t.regex(options.stdout, /^BAD +options +CRM_SANDBOX_PROFIL in the environment/m);
});

test('doctor checks that the data file and its change log can be loaded, and changes nothing', async t => {
  const data = path.join(await newFolder(t), 'data.json');
  t.is((await runHere(['exec', '--data', data, '--profile', 'small', '--', 'true'])).code, 0);
  const look = () => runHere(['doctor'], {CRM_SANDBOX_DATA: data, CRM_SANDBOX_PORT: '0'});
  t.regex((await look()).stdout, /^ok +data file +\S+ can be loaded: 50 constituents, \d+ gifts$/m);
  const whole = await readFile(data, 'utf8');
  await writeFile(data, whole.replace('"constituents"', '"constituent"'));
  const damaged = await look();
  t.is(damaged.code, 1);
  t.regex(damaged.stdout, /^BAD +data file +\S+data\.json: /m);
  await writeFile(data, whole);
  await appendFile(`${data}.log`, 'x\nx\n');
  const log = await readFile(`${data}.log`, 'utf8');
  t.regex((await look()).stdout, /^BAD +data file +\S+\.log: The change log cannot be loaded/m);
  t.deepEqual((await readdir(path.dirname(data))).sort(), ['data.json', 'data.json.log']);
  t.is(await readFile(data, 'utf8'), whole);
  t.is(await readFile(`${data}.log`, 'utf8'), log);
});
