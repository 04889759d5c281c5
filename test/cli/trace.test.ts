import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {newFolder, runCli} from '../support/cli.js';
import {runHere} from '../support/cli-here.js';
import {sendRequest} from '../support/http.js';
import {startHere} from '../support/options-here.js';
import {linesOf, traceOf, writeTrace} from '../support/traces.js';

/** A command that sends requests one after another, and exits with a code. */
const requesting = (times: number, code = 0) => [
  '--',
  process.execPath,
  '--input-type=module',
  '--eval',
  `import {Agent, request} from 'node:http';
   const {CRM_SANDBOX_URL: url, CRM_SANDBOX_KEY: key} = process.env;
   const agent = new Agent({keepAlive: true});
   const headers = {authorization: 'Bearer ' + key, 'content-type': 'application/json', connection: 'keep-alive'};
   for (let index = 0; index < ${times}; index++) {
     await new Promise((resolve, reject) => request(url + '/api/v1/groups', {method: 'POST', headers, agent}, response =>
       response.resume().on('end', resolve)).on('error', reject).end(JSON.stringify({name: 'Gala ' + index})));
   }
   process.exit(${code});`,
];

const small = ['exec', '--profile', 'small', '--now', '2026-01-01T00:00:00Z'];

const group = (name: string) => ({method: 'POST', path: '/api/v1/groups', body: {name}});

test('exec writes the same trace on every run, which is shown and replayed without a sandbox', async t => {
  const folder = await newFolder(t);
  const files = ['one.gz', 'other.gz'].map(name => path.join(folder, name));
  const traced = (file: string) => [...small, '--trace', 'on', '--trace-file', file, ...requesting(3)];
  const runs = [await runCli(t, traced(files[0]!)).ended, await runHere(traced(files[1]!))];
  for (const [index, {code, stderr}] of runs.entries()) {
    const file = files[index]!;
    t.is(code, 0);
    t.true(stderr.endsWith(`\nThe trace is in ${file}: crm-sandbox trace show ${file}\n`), stderr);
  }
  t.deepEqual(readFileSync(files[0]!), readFileSync(files[1]!));
  const shown = await runHere(['trace', 'show', files[0]!]);
  t.is(
    shown.stdout.split('\n')[1],
    '2  2026-01-01T00:00:00Z  default  POST /api/v1/groups  200  createGroup  +groups 3272',
  );
  const {code, stdout} = await runHere(['trace', 'replay', files[0]!]);
  t.is(stdout, '3 responses match the trace\n');
  t.is(code, 0);
  t.deepEqual(readdirSync(folder).sort(), ['one.gz', 'other.gz']);
});

test('--trace retain-on-failure keeps the trace only if the run fails', async t => {
  const folder = await newFolder(t);
  const words = [...small, '--trace', 'retain-on-failure'];
  t.is((await runCli(t, [...words, ...requesting(1, 7)], {}, folder).ended).code, 7);
  t.deepEqual(readdirSync(folder), ['crm-sandbox.trace.gz']);
  const file = ['--trace-file', path.join(folder, 'crm-sandbox.trace.gz')];
  const {code, stderr} = await runHere([...words, ...file, ...requesting(1)]);
  t.is(code, 0);
  t.notRegex(stderr, /trace/);
  t.deepEqual(readdirSync(folder), []);
  t.is((await runHere([...small, '--trace', 'off', ...file, ...requesting(1)])).code, 0);
  t.deepEqual(readdirSync(folder), []);
  t.is((await runHere([...words, ...file, '--', 'no-such-command'])).code, 127);
  t.deepEqual(readdirSync(folder), ['crm-sandbox.trace.gz']);
});

test('a killed run does not replace an existing trace with a partial one', async t => {
  const folder = await newFolder(t);
  const file = path.join(folder, 'trace.gz');
  writeFileSync(file, 'of the run before');
  const run = runCli(t, [
    ...small,
    '--trace-file',
    file,
    '--',
    process.execPath,
    '--eval',
    'const {ppid} = process; console.log("up"); setInterval(() => ppid === process.ppid || process.exit(), 100)',
  ]);
  await run.waitFor(/up/);
  run.child.kill('SIGKILL');
  await run.ended;
  t.is(readFileSync(file, 'utf8'), 'of the run before');
});

test('a trace file that cannot be written is rejected before the command runs', async t => {
  const mark = path.join(await newFolder(t), 'ran');
  const words = [...small, '--trace-file', '/no/such/folder/t.gz', '--', 'touch', mark];
  const {code, stderr} = await runHere(words);
  t.is(code, 1);
  t.false(existsSync(mark));
  t.is(stderr, '--trace-file /no/such/folder/t.gz cannot be used: there is no folder /no/such/folder (ENOENT)\n');
});

test('a trace contains all requests of a run, even beyond --journal-requests', async t => {
  const file = path.join(await newFolder(t), 'trace.gz');
  const words = [...small, '--journal-requests', '200', '--trace-file', file];
  const {code, stderr} = await runHere([...words, ...requesting(500)]);
  t.is(code, 0, stderr);
  const lines = linesOf(file);
  t.is(lines.length, 502);
  t.like(JSON.parse(lines[500]!), {n: 500, body: '{"name":"Gala 499"}', status: 200});
});

test('trace save writes the requests that are still kept, and reports an incomplete trace', async t => {
  const file = path.join(await newFolder(t), 'trace.gz');
  const {url} = await startHere(t, ['--now', '2026-01-01T00:00:00Z']);
  const headers = {authorization: 'Bearer sbx_one', 'content-type': 'application/json'};
  const create = () => sendRequest(`${url}/api/v1/groups`, {method: 'POST', headers, body: '{"name":"Gala"}'});
  await create();
  await sendRequest(`${url}/_sandbox/clock`, {method: 'PUT', headers, body: '{"advance":"P1D"}'});
  await create();
  const env = {CRM_SANDBOX_URL: url};
  t.is((await runHere(['trace', 'save', file], env)).stdout, `${file} holds 3 events\n`);
  t.is((await runHere(['trace', 'replay', file])).stdout, '2 responses match the trace\n');
  for (let index = 0; index < 1000; index++) {
    await create();
  }
  const saved = await runHere(['trace', 'save', file], env);
  t.is(
    saved.stdout,
    `${file} holds 1001 events; 2 requests and 0 changes of the sandbox itself are not known any more, so that it cannot be replayed\n`,
  );
  const replayed = await runHere(['trace', 'replay', file]);
  t.is(replayed.code, 1);
  t.regex(replayed.stderr, /^The trace cannot be replayed: it lost its beginning, 2 requests and 0 changes/);
});

test('trace replay exits with 5 and prints the difference if a response differs', async t => {
  const file = path.join(await newFolder(t), 'trace.gz');
  await traceOf(file, {}, async send => {
    await send(group('Gala'));
    await send(group('Friends'));
  });
  const lines = linesOf(file).slice(0, -1);
  writeTrace(
    file,
    lines.with(
      2,
      lines[2]!
        .replace('\\"name\\":\\"Friends\\",', '\\"name\\":\\"\\\\u001b[31mFiends\\",')
        .replace('\\"ordinal\\":0', '\\"ordinal\\":[1]'),
    ),
  );
  const {code, stdout} = await runHere(['trace', 'replay', file]);
  t.is(code, 5);
  t.is(
    stdout,
    [
      '1 response matches the trace; number 2 does not:',
      '2  2026-01-01T00:00:00Z  default  POST /api/v1/groups  200  createGroup  +groups 3272',
      'The reply differs:',
      '  name: "\\u001b[31mFiends" became "Friends"',
      '  ordinal: [1] became 0',
      '',
    ].join('\n'),
  );
  const asJson = await runHere(['trace', 'replay', file, '--json']);
  t.is(asJson.code, 5);
  t.like(JSON.parse(asJson.stdout), {equal: 1, skipped: 0, deviation: {of: 'reply'}});
});

test('trace show filters requests, shows one in full, and escapes control characters', async t => {
  const file = path.join(await newFolder(t), 'trace.gz');
  await traceOf(file, {constituents: 3}, async send => {
    await send({
      method: 'POST',
      path: '/_sandbox/seed',
      body: {records: {constituents: [{last_name: '\u001b[2J\u202e'}]}},
    });
    await send({...group('\u001b]0;owned\u0007\u009b31m\n'), key: 'sbx_one'});
    await send({method: 'GET', path: '/api/v1/groups/9999'});
    await send({method: 'POST', path: '/api/v1/constituents/1/gifts', body: {}});
  });
  const shown = async (...words: string[]) => {
    const {code, stdout} = await runHere(['trace', 'show', file, ...words]);
    t.is(code, 0);
    t.notRegex(stdout, /[^\P{Cc}\n]|\p{Cf}/u);
    return stdout;
  };
  const numbers = async (...words: string[]) => (await shown(...words)).match(/^\d+/gm);
  t.deepEqual(await numbers(), ['1', '2', '3', '4']);
  t.deepEqual(await numbers('--status', '4xx'), ['3', '4']);
  t.deepEqual(await numbers('--status', '404'), ['3']);
  t.deepEqual(await numbers('--method', 'post'), ['2', '4']);
  t.deepEqual(await numbers('--account', 'one'), ['2']);
  t.deepEqual(await numbers('--operation', 'createGift'), ['4']);
  t.deepEqual(await numbers('--changed'), ['2']);
  const whole = await shown('2');
  t.true(whole.includes('"name": "\\u001b]0;owned\\u0007\\u009b31m\\n"'), whole);
  const [line = ''] = (await shown('1', '--json')).split('\n');
  t.is(JSON.parse(line).body.records.constituents[0].last_name, '\u001b[2J\u202e');
  for (const [words, code, message] of [
    [['99'], 1, /has no number 99/],
    [['--status', '9xx'], 2, /--status must be a status such as 404 or 4xx, got "9xx"/],
    [['--operation', 'createGit'], 2, /--operation: there is no "createGit"; did you mean/],
  ] as const) {
    const refused = await runHere(['trace', 'show', file, ...words]);
    t.is(refused.code, code);
    t.regex(refused.stderr, message);
  }
});

test('trace show and replay reject a file that is not a trace', async t => {
  const file = path.join(await newFolder(t), 'a\u001b[1m.gz');
  writeFileSync(file, 'x');
  for (const what of ['show', 'replay']) {
    const {code, stderr} = await runHere(['trace', what, file]);
    t.is(code, 1);
    t.regex(stderr, /a\\u001b\[1m\.gz is no trace: it is not gzipped\n$/);
  }
  t.regex((await runHere(['trace', 'show', 'missing.gz'])).stderr, /missing\.gz cannot be used: no such file/);
  t.is((await runHere(['trace'])).code, 2);
});
