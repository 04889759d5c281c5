import {existsSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import path from 'node:path';
import test from 'ava';
import {newFolder, startCli} from '../support/cli.js';
import {sendRaw} from '../support/raw-http.js';

const line = (rest: string) => new RegExp(`^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z ${rest}`, 'm');

test('a log line has the time and the account, and invalid requests are logged as unreadable', async t => {
  const run = await startCli(t);
  await run.get('/api/v1/groups', 'sbx_log');
  await run.get('/api/v1/groups', 'nobody');
  await sendRaw(Number(new URL(run.url).port), 'HELLO\r\n\r\n');
  run.child.kill('SIGTERM');
  const {stderr} = await run.ended;
  t.regex(stderr, line('log GET /api/v1/groups 200 '));
  t.regex(stderr, line('- GET /api/v1/groups 401 '));
  t.regex(stderr, line('- unreadable 400 .* Not readable as HTTP'));
});

test('--log-format is independent of --json', async t => {
  const text = await startCli(t, ['--json', '--log-format', 'text']);
  await text.get('/api/v1/groups');
  await text.waitFor(line('default GET /api/v1/groups 200 '));
  t.is(JSON.parse(text.output.stdout).event, 'ready');
  const json = await startCli(t, ['--log-format', 'json']);
  await json.get('/api/v1/groups');
  const [logged] = await json.waitFor(/\{"event":"request".*\}/);
  t.like(JSON.parse(logged), {account: 'default', path: '/api/v1/groups', status: 200});
  t.regex(JSON.parse(logged).time, /^\d{4}-.*Z$/);
  t.regex(json.output.stdout, /^crm-sandbox ready at /);
});

test('--log writes the log to a file, and --port-file the port while the sandbox runs', async t => {
  const folder = await newFolder(t);
  const [log, port] = [path.join(folder, 'a.log'), path.join(folder, 'port')];
  const run = await startCli(t, ['--log', log, '--port-file', port]);
  await run.waitFor(/Keys:/);
  t.is(await readFile(port, 'utf8'), `${new URL(run.url).port}\n`);
  await run.get('/api/v1/groups');
  run.child.kill('SIGTERM');
  const {code, stderr} = await run.ended;
  t.is(code, 0);
  t.false(stderr.includes('GET '));
  t.regex(await readFile(log, 'utf8'), line('default GET /api/v1/groups 200 '));
  t.false(existsSync(port));
});
