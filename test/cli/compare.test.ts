import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {checkOptions} from '../../src/cli/commands/compare.js';
import {plant, recordedHar, type SendJson, writeHar} from '../sandbox/compare/recordings.js';
import {newFolder} from '../support/cli.js';
import {runHere} from '../support/cli-here.js';
import {traceOf} from '../support/traces.js';

const steps = async (send: SendJson) => {
  const fund = await send('POST', '/api/v1/funds', {name: 'Roof', financial_goal: 500});
  await send('GET', `/api/v1/funds/${fund.id}`);
  await send('GET', '/_sandbox/status');
};

test('compare exits with 0 without unknown results, and prints a summary', async t => {
  const har = await recordedHar(steps);
  har.log.entries.push({...har.log.entries[0], request: {method: 'GET', url: 'https://elsewhere.example/Zanzibar'}});
  const {code, stdout, stderr} = await runHere(['compare', await writeHar(t, har)]);
  t.is(stderr, '');
  t.is(
    stdout.split('\n')[0],
    'Requests: 3. Same: 2, known assumption: 0, unknown: 0, not comparable: 0, not of the API: 1',
  );
  t.is(code, 0);
});

test('compare exits with 5 if a result is unknown, in each form, and writes overrides', async t => {
  const har = await recordedHar(steps);
  plant(har, 1, reply => ({...reply, name: 'Zanzibar'}));
  plant(har, 2, reply => ({...reply, financial_goal: 0.5}));
  const file = await writeHar(t, har);
  const folder = path.dirname(file);
  const overrides = path.join(folder, 'overrides.json');
  const text = await runHere(['compare', file, '--write-overrides', overrides]);
  t.is(text.code, 5);
  t.true(
    text.stdout.includes(
      'number 2, showFund (200): unknown\n  financial_goal: value; service: number, sandbox: integer\n',
    ),
    text.stdout,
  );
  t.is(text.stderr, `${overrides} holds 1 overrides\n`);
  const [override] = JSON.parse(readFileSync(overrides, 'utf8'));
  t.deepEqual(override.patch, {financial_goal: 0.5});
  const md = await runHere(['compare', file, '--md']);
  t.is(md.code, 5);
  t.regex(md.stdout, /\| 1 \| createFund \| 200 \| unknown \| `name`: value; service: text, sandbox: text \|/);
  const json = await runHere(['compare', file, '--json']);
  t.deepEqual(JSON.parse(json.stdout).counts, {same: 0, known: 0, unknown: 2, not_comparable: 0});
  t.false([text, md, json].some(({stdout, stderr}) => `${stdout}${stderr}`.includes('Zanzibar')));
  t.deepEqual(readdirSync(folder).sort(), ['overrides.json', 'recording.har'], 'compare must write no other files');
});

test('compare accepts a trace', async t => {
  const file = path.join(await newFolder(t), 'run.trace.gz');
  await traceOf(file, {}, send => send({method: 'POST', path: '/api/v1/groups', body: {name: 'Choir'}}));
  const {code, stdout} = await runHere(['compare', file]);
  t.is(code, 0);
  t.regex(stdout, /^Requests: 1. Same: 1,/);
});

test('compare names the --assume setting that explains a difference', async t => {
  const har = await recordedHar(steps, {assume: 'auto_sync_to_qbo=false'});
  t.is((await runHere(['compare', await writeHar(t, har)])).code, 0);
  const gifts = await recordedHar(send => send('GET', '/api/v1/gifts/search?limit=2'), {
    assume: 'auto_sync_to_qbo=false',
  });
  const {code, stdout} = await runHere(['compare', await writeHar(t, gifts)]);
  t.is(code, 0);
  t.regex(stdout, /known assumption: the same with --assume auto_sync_to_qbo=false\n.*missing field.*\(2 times\)/);
});

test('compare fails if the recording has no requests that it can compare', async t => {
  const har = await recordedHar(steps);
  for (const {response} of har.log.entries) {
    response.status = 429;
  }
  const limited = await runHere(['compare', await writeHar(t, har)]);
  t.is(limited.code, 1);
  t.regex(limited.stderr, /^Nothing was compared/);
  for (const {request} of har.log.entries) {
    request.url = 'https://elsewhere.example/v2/things';
  }
  const other = await runHere(['compare', await writeHar(t, har)]);
  t.is(other.code, 1);
  t.regex(other.stderr, /^None of its 2 requests is one to the API/);
  const empty = await runHere(['compare', await writeHar(t, {log: {entries: []}})]);
  t.is(empty.code, 1);
  t.regex(empty.stderr, /^The recording is empty/);
});

test('compare rejects a missing file, a file that is not a recording, and no file at all', async t => {
  const none = await runHere(['compare', '/nonexistent/recording.har']);
  t.is(none.code, 1);
  t.regex(none.stderr, /recording.har cannot be used/);
  t.is((await runHere(['compare', await writeHar(t, 'Zanzibar')])).code, 1);
  t.is((await runHere(['compare'])).code, 2);
});

test('compare rejects --values unless it prints text to a terminal, and --md with --json', async t => {
  const file = await writeHar(t, await recordedHar(steps));
  const {code, stderr} = await runHere(['compare', file, '--values']);
  t.is(code, 2);
  t.regex(stderr, /--values shows personal data on a terminal only/);
  t.notThrows(() => checkOptions({md: false, json: false, values: true}, true));
  t.throws(() => checkOptions({md: true, json: false, values: true}, true));
  t.throws(() => checkOptions({md: true, json: true, values: false}, true));
});
