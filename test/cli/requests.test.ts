import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import test from 'ava';
import {runCli} from '../support/cli.js';
import {shareSandbox} from '../support/cli-here.js';
import {startHere} from '../support/options-here.js';

const sandbox = shareSandbox(test);

/** Sends three requests to a new account. */
async function account(key: string) {
  await sandbox.call(key, 'POST', '/api/v1/groups', {name: 'Choir', colour: 'red'});
  await sandbox.call(key, 'GET', '/api/v1/funds');
  await sandbox.call(key, 'GET', '/api/v1/grups');
  const run = async (...words: string[]) => sandbox.run([...words, '--key', key]);
  return {run};
}

test('logs lists one request per line, and filters them', async t => {
  const {run} = await account('sbx_logs');
  const {stdout} = await run('logs');
  const lines = stdout.trimEnd().split('\n');
  t.is(lines.length, 3);
  t.regex(
    lines[0]!,
    /^1 {2}\S+Z {2}logs {2}POST \/api\/v1\/groups {2}200 {2}createGroup {2}changed {2}ℹ unknown-body-field$/,
  );
  t.regex(lines[2]!, / 404 {2}- Not Found: .*did you mean \/api\/v1\/groups\?/);
  t.is(lines[2]!.split('did you mean').length, 2, 'the hint must be printed once');
  for (const [words, seqs] of [
    [['--changed'], [1]],
    [['--status', '4xx'], [3]],
    [['--operation', 'listFunds'], [2]],
    [['--method', 'post'], [1]],
    [['--text', 'red'], [1]],
    [['--limit', '1'], [3]],
    [['--unmatched'], [3]],
  ] as const) {
    const listed = (await run('logs', '--json', ...words)).stdout.trimEnd().split('\n');
    t.deepEqual(
      listed.map(line => JSON.parse(line).seq),
      seqs,
      words.join(' '),
    );
  }
  const wrong = await run('logs', '--operation', 'listFund');
  t.is(wrong.code, 1);
  t.is(wrong.stderr, 'operation: there is no "listFund"; did you mean listFunds?\n');
});

test('logs and requests show name the rules that a request broke, for each repetition', async t => {
  const {run} = await account('sbx_broken');
  for (let sent = 0; sent < 3; sent++) {
    await sandbox.call('sbx_broken', 'GET', '/api/v1/funds?limit=5&page=2');
  }
  const lines = (await run('logs', '--operation', 'listFunds', '--since', '3')).stdout.trimEnd().split('\n');
  t.is(lines.length, 3);
  for (const line of lines) {
    t.regex(line, /⚠ query-parameter-ignored/);
  }
  t.regex(
    (await run('requests', 'show', '5')).stdout,
    /^Findings\n {2}error query-parameter-ignored: listFunds \(3 times\)$/m,
  );
  await sandbox.call('sbx_broken', 'POST', '/api/v1/groups', {name: 'Band', hue: 'red'});
  const {stdout} = await run('requests', 'show', '7');
  t.regex(stdout, /"hue" is ignored/);
  t.notRegex(stdout, /"colour" is ignored/, 'this is a finding of request 1');
});

test('logs and requests show name the injected fault', async t => {
  const {run} = await account('sbx_faulted');
  const {code} = await run('faults', 'add', 'listFunds:503');
  t.is(code, 0);
  await sandbox.call('sbx_faulted', 'GET', '/api/v1/funds');
  const fault = /fault \S+: status before$/m;
  t.regex((await run('logs')).stdout.trimEnd().split('\n').at(-1)!, fault);
  t.regex((await run('requests', 'show', '4')).stdout, /^ {2}injected +fault \S+: status before$/m);
});

test('requests replay resends a request to the account, or with --fork to a copy', async t => {
  const {run} = await account('sbx_again');
  t.deepEqual(await run('requests', 'replay', '1'), {
    code: 0,
    stdout: 'sent again as request 4 of the account again: the response was 200\n',
    stderr: '',
  });
  t.deepEqual(JSON.parse((await run('requests', 'replay', '3', '--fork', '--json')).stdout), {
    account: 'replay-of-3',
    key: 'sbx_replay-of-3',
    seq: 1,
    status: 404,
  });
  t.is(JSON.parse((await run('logs', '--json', '--caller', 'console')).stdout).seq, 4);
  const {code, stderr} = await run('requests', 'replay', '9');
  t.is(code, 1);
  t.is(stderr, 'The account again has no request 9; those that are kept are from 1 to 4\n');
});

test('logs --record lists the requests that touched a record', async t => {
  const {run} = await account('sbx_record');
  const [group] = JSON.parse((await run('requests', 'show', '1', '--json')).stdout).change.created.groups;
  t.is(JSON.parse((await run('logs', '--json', '--record', `groups/${group.id}`)).stdout).seq, 1);
  t.is((await run('logs', '--record', 'group/1')).code, 1);
});

test('requests show prints a request in readable sections', async t => {
  const {run} = await account('sbx_show');
  const {stdout} = await run('requests', 'show', '1');
  const [head = '', ...sections] = stdout.trimEnd().split('\n\n');
  t.regex(
    head,
    /^POST \/api\/v1\/groups\n {2}request +1, account show, createGroup\n {2}status +200, [\d.]+ ms\n {2}time +\S+Z$/,
  );
  t.deepEqual(
    sections.map(section => section.split('\n')[0]),
    ['Request body', 'Response body', 'Ignored', 'Changes', 'Findings'],
  );
  const [request = '', , ignored, changes, findings = ''] = sections;
  t.is(request, 'Request body\n  {\n    "name": "Choir",\n    "colour": "red"\n  }');
  t.is(ignored, 'Ignored\n  colour: unknown field');
  t.regex(changes!, /^Changes\n {2}\+ groups \d+$/);
  t.regex(
    findings,
    /^Findings\n {2}info unknown-body-field: createGroup\n {4}"colour" is ignored\n {4}Leave "colour" out/,
  );
  t.regex(findings, /^ {4}curl .*"name":"Choir"/m);
  t.regex(findings, /\n {4}why: crm-sandbox explain unknown-body-field$/);
  const rejected = (await run('requests', 'show', '3')).stdout;
  t.regex(rejected, /^ {2}status +404, [\d.]+ ms$/m);
  t.regex(rejected, /^ {2}rejected +Not Found: .*did you mean \/api\/v1\/groups\?$/m);
  t.false(rejected.includes('Request body'));
  t.false(rejected.includes('Changes'));
});

test('requests show prints the caller, mark and changed fields, and escapes control characters', async t => {
  const {run} = await account('sbx_marked');
  const [group] = JSON.parse((await run('requests', 'show', '1', '--json')).stdout).change.created.groups;
  await sandbox.call('sbx_marked', 'POST', '/_sandbox/marks', {name: 'first\nrun'});
  const headers = {
    authorization: 'Bearer sbx_marked',
    'content-type': 'application/json',
    'x-sandbox-caller': 'src/crm.ts:8 < src/sync.ts:42',
  };
  const body = JSON.stringify({name: 'Band\u001B[31m\nFindings'});
  await fetch(`${sandbox.url}/api/v1/groups/${group.id}`, {method: 'PATCH', headers, body});
  const {stdout} = await run('requests', 'show', '4');
  t.regex(stdout, /^ {2}caller +src\/crm\.ts:8 < src\/sync\.ts:42\n {2}mark +first\\u000arun$/m);
  t.true(stdout.includes(`  ~ groups ${group.id} name "Choir" -> "Band\\u001b[31m\\nFindings"`));
  t.false(stdout.includes('\u001B'));
  await sandbox.call('sbx_marked', 'POST', '/_sandbox/marks', {name: 'second'});
  await sandbox.call('sbx_marked', 'GET', '/api/v1/funds');
  const overlap = /^ {2}mark +unassigned: 2 marks were active at once: "first\\nrun", "second"$/m;
  t.regex((await run('requests', 'show', '5')).stdout, overlap);
  t.true((await run('logs', '--unassigned')).stdout.includes('[unassigned: 2 marks'));
});

test('requests show truncates long bodies', async t => {
  const {run} = await account('sbx_long');
  await sandbox.call('sbx_long', 'GET', '/api/v1/constituents?limit=50');
  await sandbox.call('sbx_long', 'POST', '/api/v1/groups', {name: 'x'.repeat(5000)});
  const list = (await run('requests', 'show', '4')).stdout;
  t.true(list.split('\n').length < 60);
  t.regex(list, /^ {2}… \d{3,} more lines; --json prints all$/m);
  t.true((await run('requests', 'show', '5')).stdout.split('\n').every(line => line.length < 6000));
  t.regex((await run('requests', 'show', '5')).stdout, /^ {4}"name": "x{300,400}…$/m);
});

test('requests show supports --json or --curl', async t => {
  const {run} = await account('sbx_json');
  const reply = await sandbox.call('sbx_json', 'GET', '/_sandbox/requests/1');
  t.deepEqual(JSON.parse((await run('requests', 'show', '1', '--json')).stdout), reply);
  const curl = (await run('requests', 'show', '1', '--curl')).stdout;
  t.true(curl.startsWith('curl -X POST'));
  t.true(curl.includes('$CRM_SANDBOX_KEY'));
  t.is((await run('requests', 'show', '9')).code, 1);
  t.is((await run('requests', 'show', '1', '--curl', '--json')).code, 2);
  t.is((await run('requests')).code, 2);
});

test('requests export writes a HAR', async t => {
  const {run} = await account('sbx_har');
  const folder = mkdtempSync(path.join(tmpdir(), 'crm-sandbox-'));
  t.teardown(() => rmSync(folder, {recursive: true}));
  const file = path.join(folder, 'run.har');
  t.is(
    (await run('requests', 'export', '--har', file, '--status', '2xx')).stdout,
    `the requests are written to ${file}\n`,
  );
  const {log} = JSON.parse(readFileSync(file, 'utf8'));
  t.deepEqual(
    log.entries.map((entry: {_seq: number}) => entry._seq),
    [1, 2],
  );
  t.is((await run('requests', 'export')).code, 2);
});

test('logs --follow prints each new request, and exits when the sandbox stops', async t => {
  const {url, close} = await startHere(t);
  const get = (list: string) => fetch(`${url}/api/v1/${list}`, {headers: {authorization: 'Bearer sandbox-key'}});
  await get('funds');
  const logs = runCli(t, ['logs', '--follow', '--url', url, '--json']);
  await logs.waitFor(/"seq":1.*\n/);
  await get('funds');
  await get('nothing');
  await logs.waitFor(/"seq":2.*\n.*"seq":3.*\n/);
  await close();
  const {code, stderr} = await logs.ended;
  t.is(code, 0);
  t.is(stderr, `The sandbox at ${url} has ended.\n`);
});
