import test from 'ava';
import {shareSandbox} from '../support/cli-here.js';

const sandbox = shareSandbox(test);

test('clock freezes, advances, sets and shows the clock of one account only', async t => {
  const run = async (...words: string[]) => (await sandbox.run(['clock', ...words, '--key', 'sbx_clock'])).stdout;
  t.is(await run('freeze', '2026-01-01'), 'the clock is frozen, at 2026-01-01T00:00:00Z\n');
  t.is(await run('advance', 'P1D'), 'the clock is frozen, at 2026-01-02T00:00:00Z\n');
  t.is(await run('set', '2026-05-05'), 'the clock is frozen, at 2026-05-05T00:00:00Z\n');
  t.deepEqual(JSON.parse(await run('show', '--json')), {mode: 'frozen', now: '2026-05-05T00:00:00Z', tick: null});
  t.like(await sandbox.call('sbx_clock', 'GET', '/_sandbox/clock'), {now: '2026-05-05T00:00:00Z'});
  t.like(await sandbox.call('sbx_clock-other', 'GET', '/_sandbox/clock'), {mode: 'running'});
});

test('clock run resumes a frozen clock, optionally at a given time or the machine’s time', async t => {
  const run = async (...words: string[]) => (await sandbox.run(['clock', ...words, '--key', 'sbx_runs'])).stdout;
  await run('freeze', '2026-01-01');
  t.regex(await run('run'), /^the clock is running, at 2026-01-01T00:0/);
  t.regex(await run('run', '2031-02-03'), /^the clock is running, at 2031-02-03T00:0/);
  t.notRegex(await run('run', '--machine'), /2031-02-03/);
  t.is((await sandbox.run(['clock', 'run', '2031-02-03', '--machine'])).code, 2);
});

test('clock rejects an invalid time, an invalid duration and a missing command', async t => {
  const moment = await sandbox.run(['clock', 'set', 'noon']);
  t.is(moment.code, 2);
  t.regex(moment.stderr, /^<moment> must be a moment such as /);
  const duration = await sandbox.run(['clock', 'advance', 'tomorrow']);
  t.is(duration.code, 1);
  t.regex(duration.stderr, /^advance: must be an ISO 8601 duration such as P1D/);
  t.is((await sandbox.run(['clock'])).code, 2);
});

test('accounts creates an account, lists it with its key, and deletes it', async t => {
  const created = await sandbox.run(['accounts', 'create', 'test-17', '--ttl', '3600']);
  t.is(created.stdout, 'account test-17 is made; its key is sbx_test-17\n');
  t.regex((await sandbox.run(['accounts', 'list'])).stdout, /^test-17 +key sbx_test-17, generation 1, until \d{4}-/m);
  t.is((await sandbox.run(['accounts', 'create', 'test-17'])).code, 1);
  t.is((await sandbox.run(['accounts', 'delete', 'test-17'])).stdout, 'account test-17 is deleted\n');
  t.false((await sandbox.run(['accounts', 'list'])).stdout.includes('test-17'));
});

test('accounts create --from copies another account, and rejects an invalid source', async t => {
  await sandbox.call('sbx_origin', 'POST', '/_sandbox/seed', {constituents: 3});
  const created = await sandbox.run(['accounts', 'create', 'copy', '--from', 'account:origin', '--json']);
  t.like(JSON.parse(created.stdout), {name: 'copy', key: 'sbx_copy'});
  t.like(await sandbox.call('sbx_copy', 'GET', '/_sandbox'), {counts: {constituents: 3}});
  const wrong = await sandbox.run(['accounts', 'create', '--from', 'origin']);
  t.is(wrong.code, 2);
  t.regex(wrong.stderr, /^--from must be baseline, snapshot:<name> or account:<name>, got "origin"\n/);
});
