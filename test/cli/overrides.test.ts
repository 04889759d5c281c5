import {readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import test from 'ava';
import {newFolder, runCli} from '../support/cli.js';
import {runHere, shareSandbox} from '../support/cli-here.js';

const sandbox = shareSandbox(test);
const reason = 'as seen on the service';
const patch = {id: 'total', operation: 'listGroups', patch: {total_items: 3}, reason};
const defaultName = 'crm-sandbox.overrides.json';

async function folderWith(t: Parameters<typeof newFolder>[0], name: string, overrides: unknown) {
  const folder = await newFolder(t);
  const file = path.join(folder, name);
  await writeFile(file, JSON.stringify(overrides));
  return {folder, file};
}

test('start reads the overrides of the folder, prints how many are in force, and logs each use', async t => {
  const ended = {...patch, id: 'old', until: '2025-12-31'};
  const {folder} = await folderWith(t, defaultName, [patch, ended]);
  const run = runCli(t, ['start', '--port', '0', '--profile', 'empty'], {}, folder);
  const [, url] = await run.waitFor(/ready at (\S+)/);
  await run.waitFor(/^1 override in force, 0 hits\.\n/m);
  await run.waitFor(/^An override of listGroups ended with 2025-12-31: take it out, or bring its until forward\n/m);
  await fetch(`${url}/api/v1/groups`, {headers: {authorization: 'Bearer sandbox-key'}});
  await run.waitFor(/ GET \/api\/v1\/groups 200 [\d.]+ ms - override total\n/);
  t.regex((await runHere(['logs', '--url', url!])).stdout, / {2}listGroups {2}- override total\n$/);
  const shown = JSON.parse((await runHere(['requests', 'show', '1', '--json', '--url', url!])).stdout);
  t.deepEqual(shown.overrides, ['total']);
  t.is(shown.reply.headers['x-sandbox-override'], 'total');
  t.regex((await runHere(['status', '--url', url!])).stdout, /^overrides +1 in force$/m);
});

test('exec accepts an overrides file, and every report counts the overrides in force', async t => {
  const {folder, file} = await folderWith(t, 'overrides.json', [
    patch,
    {...patch, id: 'other', operation: 'listFunds'},
  ]);
  const script = 'curl -s -o /dev/null -u $CRM_SANDBOX_KEY: "$CRM_SANDBOX_URL/api/v1/groups"';
  const reports = ['json', 'md', 'html'].flatMap(kind => ['--report', `${kind}=${path.join(folder, `run.${kind}`)}`]);
  const words = ['exec', '--profile', 'empty', '--overrides', file];
  const run = (...more: string[]) => runHere([...words, ...more, '--', 'sh', '-c', script]);
  const text = '2 overrides in force, 1 hit.';
  t.true((await run()).stderr.includes(`crm-sandbox: ${text}\n`));
  t.true((await run('--report', 'text', ...reports)).stderr.includes(`\n${text}\n`));
  for (const kind of ['md', 'html']) {
    t.true((await readFile(path.join(folder, `run.${kind}`), 'utf8')).includes(text), kind);
  }
  const {overrides} = JSON.parse(await readFile(path.join(folder, 'run.json'), 'utf8'));
  t.like(overrides, [{...patch, hits: 1}, {hits: 0}]);
});

test('check prints the number of overrides in force', async t => {
  const {file} = await folderWith(t, 'overrides.json', [patch]);
  const create = `curl -sf -u $CRM_SANDBOX_KEY: $CRM_SANDBOX_URL/api/v1/groups -d '{"name":"a"}' -H content-type:application/json`;
  const words = ['check', '--profile', 'empty', '--overrides', file, '--max-bad', '99', '--case', 'none'];
  const {stderr} = await runHere([...words, '--', 'sh', '-c', create]);
  t.regex(stderr, /There is no case none/);
  const all = await runHere([...words.slice(0, -2), '--budget', '1ms', '--', 'sh', '-c', create]);
  t.true(all.stderr.includes('1 override in force, 0 hits.'), all.stderr);
});

for (const [given, message] of [
  [[patch, {...patch, operation: 'listGroup'}], '[1].operation: there is no "listGroup"; did you mean listGroups?'],
  [[{...patch, patch: {nmae: 1}}], '[0].patch.nmae: unknown field; "beyond_schema": true allows it'],
  [{}, ': must be an array, got an object'],
] as const) {
  test(`an error in an overrides file names the entry and the field: ${message}`, async t => {
    const {file} = await folderWith(t, 'overrides.json', given);
    const {code, stderr} = await runHere(['start', '--overrides', file]);
    t.deepEqual([code, stderr.split('\n')[0]], [2, `${file}${message}`]);
  });
}

test('the error for an overrides file that is missing or not JSON names the file', async t => {
  const {file} = await folderWith(t, 'overrides.json', []);
  await writeFile(file, '[');
  const {code, stderr} = await runHere(['start', '--overrides', file]);
  t.is(code, 2);
  t.true(stderr.startsWith(`${file} is not valid JSON: `), stderr);
  const missing = await runHere(['exec', '--overrides', `${file}x`, '--', 'true']);
  t.is(missing.code, 1);
  t.is(missing.stderr, `--overrides ${file}x cannot be used: no such file or folder (ENOENT)\n`);
});

test.serial('a reply fault may contain commas and spaces, and its errors name the field', async t => {
  const rule = 'createGroup#1:reply={"status": 409, "body": {"a": 1}}';
  t.regex(
    (await sandbox.run(['faults', 'add', rule])).stdout,
    /createGroup \{"reply":\{"status":409,"body":\{"a":1\}\}\}/,
  );
  t.deepEqual(await sandbox.call('sandbox-key', 'POST', '/api/v1/groups', {name: 'Choir'}), {a: 1});
  const script = 'curl -s -u $CRM_SANDBOX_KEY: "$CRM_SANDBOX_URL/api/v1/groups" > reply';
  const folder = await newFolder(t);
  const words = ['exec', '--profile', 'empty', '--fault', 'listGroups:reply={"status":200,"body":{"b":1,"c":2}}'];
  t.is((await runCli(t, [...words, '--', 'sh', '-c', script], {}, folder).ended).code, 0);
  t.is(await readFile(path.join(folder, 'reply'), 'utf8'), '{"b":1,"c":2}');
  const wrong = await runHere(['start', '--fault', '*:reply={"status":9}']);
  t.deepEqual(
    [wrong.code, wrong.stderr.split('\n')[0]],
    [2, 'faults[0].fault.reply.status: must be an integer from 200 to 599, got 9'],
  );
});
