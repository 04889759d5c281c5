import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import test from 'ava';
import {newFolder} from '../support/cli.js';
import {runHere, shareSandbox} from '../support/cli-here.js';

const sandbox = shareSandbox(test);

test('reset restores the baseline of one account only', async t => {
  await sandbox.call('sbx_reset', 'POST', '/api/v1/groups', {name: 'Choir'});
  await sandbox.call('sbx_other', 'POST', '/api/v1/groups', {name: 'Choir'});
  const {code, stdout, stderr} = await sandbox.run(['reset', '--key', 'sbx_reset']);
  t.is(code, 0);
  t.regex(stdout, /^account reset is back at its baseline: 50 constituents, \d+ gifts\n$/);
  t.is(stderr, '');
  t.like(await sandbox.call('sbx_reset', 'GET', '/_sandbox/diff'), {total: {created: 0}});
  t.like(await sandbox.call('sbx_other', 'GET', '/_sandbox/diff'), {total: {created: 1}});
});

test('reset --empty --json prints the response on one line', async t => {
  const {code, stdout} = await sandbox.run(['reset', '--empty', '--json'], {CRM_SANDBOX_KEY: 'sbx_empty,other'});
  t.is(code, 0);
  t.regex(stdout, /^[^\n]+\n$/);
  t.like(JSON.parse(stdout), {account: 'empty', counts: {constituents: 0, gifts: 0}});
});

test('seed generates new data, and --baseline makes it the baseline', async t => {
  const words = [
    'seed',
    '--seed',
    '7',
    '--seed-until',
    '2027-02-03',
    '--constituents',
    '20',
    '--baseline',
    '--key',
    'sbx_seed',
  ];
  const {code, stdout} = await sandbox.run(words);
  t.is(code, 0);
  t.regex(stdout, /^account seed has new data: 20 constituents, \d+ gifts; a reset goes back to this\n$/);
  t.like(await sandbox.call('sbx_seed', 'POST', '/_sandbox/reset'), {counts: {constituents: 20}});
  const {items} = (await sandbox.call('sbx_seed', 'GET', '/api/v1/appeals?limit=100')) as {
    readonly items: readonly {readonly name: string}[];
  };
  t.true(
    items.some(({name}) => name === 'Year-End Appeal 2026'),
    'the data must end at --seed-until',
  );
});

test('seed loads records from a file', async t => {
  const file = path.join(await newFolder(t), 'records.json');
  await writeFile(file, '\uFEFF{"$schema": "x.json", "records": {"groups": [{"name": "Choir"}]}}');
  const {code, stdout, stderr} = await sandbox.run(['seed', file, '--mode', 'merge', '--key', 'sbx_records']);
  t.is(stderr, '');
  t.is(code, 0);
  t.true(stdout.startsWith(`account records has the records of ${file}: 50 constituents, `));
  t.like(await sandbox.call('sbx_records', 'GET', '/_sandbox/diff'), {total: {created: 1, changed: 0, deleted: 0}});
});

test('seed exits with 1 and the error if the sandbox rejects the records', async t => {
  const file = path.join(await newFolder(t), 'records.json');
  await writeFile(file, '{"records": {"grooops": []}}');
  const {code, stdout, stderr} = await sandbox.run(['seed', file, '--key', 'sbx_refused']);
  t.is(code, 1);
  t.is(stdout, '');
  t.regex(stderr, /^[^\n]*grooops[^\n]*\n$/);
  await writeFile(
    file,
    '{"records": {"constituents": [{"frist_name": "Ada", "last_name": "L"}, {"emial_addresses": []}]}}',
  );
  const misspelt = await sandbox.run(['seed', file, '--key', 'sbx_refused']);
  t.deepEqual(misspelt.stderr.split('\n').slice(0, 2), [
    'records.constituents[0].frist_name: unknown field; did you mean first_name?',
    'records.constituents[1].emial_addresses: unknown field; did you mean email_addresses?',
  ]);
  await writeFile(file, '{"groups": [{"name": "Choir"}]}');
  const bare = await sandbox.run(['seed', file]);
  t.is(bare.code, 1);
  t.regex(bare.stderr, /lists of records stand under "records", as in POST \/_sandbox\/seed: \{"records"/);
});

test('a file can set the mode, and --mode overrides it', async t => {
  const file = path.join(await newFolder(t), 'records.json');
  await writeFile(file, '{"mode": "replace", "records": {"constituents": [{"last_name": "Lovelace"}]}}');
  t.regex((await sandbox.run(['seed', file, '--key', 'sbx_shape'])).stdout, /: 1 constituents, /);
  t.regex((await sandbox.run(['seed', file, '--key', 'sbx_shape', '--mode', 'merge'])).stdout, /: 2 constituents, /);
});

test('seed exits with 1 if the file is missing or not JSON', async t => {
  const folder = await newFolder(t);
  const missing = await sandbox.run(['seed', path.join(folder, 'nothing.json')]);
  t.is(missing.code, 1);
  t.regex(missing.stderr, /nothing\.json cannot be used: no such file or folder \(ENOENT\)\n$/);
  await writeFile(path.join(folder, 'broken.json'), '{"groups": [');
  const broken = await sandbox.run(['seed', path.join(folder, 'broken.json')]);
  t.is(broken.code, 1);
  t.regex(broken.stderr, /broken\.json is not valid JSON: /);
});

/** Runs without a sandbox, because no request is sent. */
const refused = test.macro<[readonly string[], RegExp]>({
  async exec(t, words, message) {
    const {code, stdout, stderr} = await runHere(words);
    t.is(code, 2);
    t.is(stdout, '');
    t.regex(stderr, message);
    t.true(stderr.endsWith(`\nHelp: crm-sandbox ${words[0]} --help\n`), 'the last line must point to the help');
  },
  title: (_, words) => `usage error: crm-sandbox ${words.join(' ')}`,
});

test(refused, ['reset', '--emtpy'], /^Unknown option --emtpy: did you mean --empty\?\n/);
test(refused, ['reset', 'everything'], /^Unknown argument everything\n/);
test(refused, ['reset', '--empty=yes'], /^--empty must be true or false, or stand alone, got "yes"/);
test(refused, ['reset', '--url', 'localhost:4080'], /^--url \(or CRM_SANDBOX_URL\) must be an address such as http/);
test(
  refused,
  ['reset', '--data', 'x.json', '--key', 'sbx_a'],
  /^--data and --key are mutually exclusive: give one of them\n/,
);
test(refused, ['seed', '--profile', 'small', '--constituents', '5'], /^--profile and --constituents are mutually/);
test(refused, ['seed', '--seed-until', '2026'], /^--seed-until must be now, or a day from .*, got "2026"/);
test(refused, ['seed', 'records.json', '--seed-until', 'now'], /^--seed-until is for generated data, and records/);
test(refused, ['seed', '--mode', 'merge'], /^--mode is for records from a file/);
test(refused, ['seed', 'records.json', '--seed', '7'], /^--seed is for generated data, and records\.json holds given/);
test(refused, ['seed', '--baseline', '--data', 'x.json'], /^--baseline is for a server: a data file does not hold/);
