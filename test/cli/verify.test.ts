import test from 'ava';
import {shareSandbox} from '../support/cli-here.js';

const sandbox = shareSandbox(test, {now: '2026-01-01T00:00:00Z'});

test('verify prints the matching requests and the records that each of them changed', async t => {
  const key = 'sbx_cli-holds';
  await sandbox.call(key, 'POST', '/api/v1/groups', {name: 'Choir'});
  const words = ['verify', '--key', key, '--operation', 'createGroup', '--times', '1', '--body', '{"name":"Choir"}'];
  const {code, stdout, stderr} = await sandbox.run(words);
  t.deepEqual([code, stderr], [0, '']);
  t.regex(stdout, /^It holds: 1 request\n {2}#\d+ POST \/api\/v1\/groups 200; created groups: 1\n$/);
  const json = await sandbox.run([...words, '--json']);
  t.is(JSON.parse(json.stdout).exchanges[0].body.name, 'Choir');
});

test('verify exits with 5 and prints the nearest request if the expectation is not met', async t => {
  const key = 'sbx_cli-fails';
  await sandbox.call(key, 'POST', '/api/v1/groups', {name: 'Choir'});
  const words = ['verify', '--key', key, '--operation', 'createGroup', '--body', '{"name":"Band"}', '--within', '50ms'];
  const {code, stdout, stderr} = await sandbox.run(words);
  t.deepEqual([code, stdout], [5, '']);
  t.regex(
    stderr,
    /^Expected at least once: createGroup, body \{"name":"Band"\}, within 50ms\nFound none among 1 request\nNearest:\n {2}#\d+ POST \/api\/v1\/groups 200\n {4}body.name: expected "Band", found "Choir"\n$/,
  );
  const json = await sandbox.run([...words, '--json']);
  t.is(json.code, 5);
  t.is(JSON.parse(json.stdout).nearest[0].misses[0].found, 'Choir');
});

test('--times accepts a range, and --sequence checks the order of operations', async t => {
  const run = (...words: string[]) => sandbox.run(['verify', '--key', 'sbx_cli-order', ...words]);
  await sandbox.call('sbx_cli-order', 'POST', '/api/v1/groups', {name: 'Choir'});
  await sandbox.call('sbx_cli-order', 'GET', '/api/v1/groups?limit=5');
  t.is((await run('--operation', 'createGroup', '--times', '..3')).code, 0);
  t.is((await run('--operation', 'createGroup', '--times', '2..')).code, 5);
  t.is((await run('--operation', 'listGroups', '--times', '0')).code, 5);
  t.is((await run('--operation', 'listGroups', '--query', '{"limit":5}', '--times', '1..1')).code, 0);
  t.is((await run('--sequence', 'createGroup,listGroups', '--strict')).code, 0);
  t.is((await run('--sequence', 'listGroups,createGroup')).code, 5);
});

test('verify exits with 2 for invalid options, and with 1 for an unknown operation', async t => {
  const usage = await sandbox.run(['verify', '--times', '1-3']);
  t.is(usage.code, 2);
  t.regex(usage.stderr, /^--times must be a number such as 2, or a range such as 1\.\.3, 1\.\. or \.\.3, got "1-3"/);
  t.is((await sandbox.run(['verify', '--body', '[1]'])).code, 2);
  const unknown = await sandbox.run(['verify', '--operation', 'createGrop']);
  t.deepEqual([unknown.code, unknown.stderr], [1, 'operation: there is no "createGrop"; did you mean createGroup?\n']);
});
