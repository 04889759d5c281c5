import {readdir, readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import test from 'ava';
import {newFolder} from '../support/cli.js';
import {runHere, shareSandbox} from '../support/cli-here.js';

const sandbox = shareSandbox(test, {now: '2026-01-01T00:00:00Z'});

const runAs =
  (key: string) =>
  (...words: string[]) =>
    sandbox.run(['snapshot', ...words], {CRM_SANDBOX_KEY: key});

test('snapshot saves, lists, restores and deletes the state of an account', async t => {
  const run = runAs('sbx_states');
  t.regex((await run('save', 'before')).stdout, /^snapshot before is saved: 50 constituents, \d+ gifts\n$/);
  await sandbox.call('sbx_states', 'POST', '/_sandbox/reset', {to: 'empty'});
  t.regex((await run('list')).stdout, /^before {2}2026-01-01T00:00:00Z {2}50 constituents, \d+ gifts\n$/);
  t.regex((await run('restore', 'before')).stdout, /^account states is back at snapshot before: 50 constituents, /);
  t.deepEqual(await run('delete', 'before'), {code: 0, stdout: 'snapshot before is deleted\n', stderr: ''});
  t.is((await run('list')).stdout, 'There are none. Save one: crm-sandbox snapshot save before\n');
  t.deepEqual(JSON.parse((await run('list', '--json')).stdout), {snapshots: []});
});

test('restore exits with 1 for an unknown snapshot, and reports that the account has none', async t => {
  const {code, stdout, stderr} = await runAs('sbx_none')('restore', 'before');
  t.is(code, 1);
  t.is(stdout, '');
  t.is(stderr, 'The account none has no snapshot "before"; it has none\n');
});

test('a snapshot is saved to a file and restored from it', async t => {
  const folder = await newFolder(t);
  const file = path.join(folder, 'out.json');
  const run = runAs('sbx_files');
  await writeFile(file, 'something else');
  t.regex((await run('save', 'a', '--file', file)).stdout, new RegExp(` gifts, and written to ${file}\n$`));
  const text = await readFile(file, 'utf8');
  t.is(JSON.parse(text).format, 'crm-sandbox snapshot');
  t.is((await run('show', 'a')).stdout, text);
  await run('show', 'a', '--file', path.join(folder, 'shown.json'));
  t.is(await readFile(path.join(folder, 'shown.json'), 'utf8'), text);
  t.deepEqual((await readdir(folder)).sort(), ['out.json', 'shown.json'], 'no other files must be left');

  await sandbox.call('sbx_files', 'POST', '/_sandbox/reset', {to: 'empty'});
  const {code, stdout} = await run('restore', '--file', file, '--json');
  t.is(code, 0);
  t.like(JSON.parse(stdout), {account: 'files', snapshots: ['a'], counts: {constituents: 50}});
});

test('snapshot exits with 1 if a file cannot be loaded or written', async t => {
  const folder = await newFolder(t);
  const run = runAs('sbx_broken');
  await writeFile(path.join(folder, 'broken.json'), '{}');
  const broken = await run('restore', '--file', path.join(folder, 'broken.json'));
  t.is(broken.code, 1);
  t.regex(broken.stderr, /^This is not a snapshot/);
  const nowhere = await run('save', 'a', '--file', path.join(folder, 'no', 'out.json'));
  t.is(nowhere.code, 1);
  t.regex(nowhere.stderr, /no\/out\.json cannot be used: there is no folder \S+ \(ENOENT\)\n$/);
  t.deepEqual(await readdir(folder), ['broken.json']);
});

test('diff prints the owner’s name for created, changed and deleted records', async t => {
  const call = (method: string, where: string, body?: object) => sandbox.call('sbx_names', method, where, body);
  const {id} = await call('POST', '/api/v1/constituents', {
    last_name: 'Lovelace',
    first_name: 'Ada',
    email_addresses: [{address: 'ada@example.com'}],
  });
  const body = {gift_type_id: 1, received_amount: 5, received_date: '2025-12-24', fund_name: 'Unrestricted (sample)'};
  const give = () => call('POST', `/api/v1/constituents/${id}/gifts`, body);
  const gift = await give();
  await call('PUT', '/_sandbox/snapshots/before');
  await call('PATCH', `/api/v1/gifts/${gift.id}`, {note: 'thanks'});
  const other = await give();
  const run = runAs('sbx_names');
  const {stdout} = await run('diff', 'before');
  t.true(stdout.includes(`~ gifts ${gift.id} (Lovelace, Ada) note null -> "thanks"`), stdout);
  t.true(stdout.includes(`+ gifts ${other.id} (Lovelace, Ada)\n`), stdout);
  await call('DELETE', `/api/v1/constituents/${id}`);
  t.true((await run('diff', 'before')).stdout.includes(`- constituents ${id} (Lovelace, Ada)\n`));
});

test('diff lists created, changed and deleted records, and exits with 1 with --exit-code', async t => {
  const run = runAs('sbx_diff');
  t.is((await run('diff', '--exit-code')).code, 0);
  const call = (method: string, where: string, body?: object) => sandbox.call('sbx_diff', method, where, body);
  const choir = await call('POST', '/api/v1/groups', {name: 'Choir'});
  await call('PUT', '/_sandbox/snapshots/before');
  t.deepEqual((await run('diff', 'before')).stdout, 'Nothing has changed since snapshot before\n');
  await call('PUT', `/api/v1/groups/${choir.id}`, {name: 'Orchestra'});
  const other = await call('POST', '/api/v1/groups', {name: 'Band'});
  const {code, stdout} = await run('diff', 'before');
  t.is(code, 0, 'differences must not fail without --exit-code');
  t.deepEqual(stdout.split('\n'), [
    `+ groups ${other.id}`,
    `~ groups ${choir.id} name "Choir" -> "Orchestra"`,
    '1 created, 1 changed, 0 deleted since snapshot before',
    '',
  ]);
  await call('DELETE', `/api/v1/groups/${choir.id}`);
  const checked = await run('diff', 'before', '--exit-code', '--json');
  t.is(checked.code, 1);
  t.like(JSON.parse(checked.stdout), {from: 'before', total: {created: 1, changed: 0, deleted: 1}});
});

/** Runs without a sandbox, because no request is sent. */
const refused = test.macro<[readonly string[], RegExp]>({
  async exec(t, words, message) {
    const {code, stdout, stderr} = await runHere(['snapshot', ...words]);
    t.is(code, 2);
    t.is(stdout, '');
    t.regex(stderr, message);
    t.regex(stderr, /^.+\nHelp: crm-sandbox snapshot(?: [a-z]+)? --help\n$/);
  },
  title: (_, words) => `usage error: crm-sandbox snapshot ${words.join(' ')}`,
});

test(refused, [], /^Name what to do/);
test(refused, ['svae', 'a'], /^Unknown command svae: did you mean save\?\nHelp: crm-sandbox snapshot --help\n/);
test(refused, ['save'], /^Something is missing: crm-sandbox snapshot save <name>\n/);
test(refused, ['restore'], /^Name a snapshot or a file/);
test(refused, ['restore', 'a', '--file', 'a.json'], /^Name a snapshot or a file/);
