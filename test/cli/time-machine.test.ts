import test from 'ava';
import {shareSandbox} from '../support/cli-here.js';

const sandbox = shareSandbox(test, {now: '2026-01-01T00:00:00Z'});

/** An account in which a group was created and then renamed, with requests 1 and 2. */
async function renamed(name: string) {
  const key = `sbx_${name}`;
  const run = (...words: string[]) => sandbox.run(['snapshot', ...words], {CRM_SANDBOX_KEY: key});
  const {id} = await sandbox.call(key, 'POST', '/api/v1/groups', {name: 'Choir'});
  await sandbox.call(key, 'PATCH', `/api/v1/groups/${id}`, {name: 'Band'});
  return {run, id, nameNow: async () => (await sandbox.call(key, 'GET', `/api/v1/groups/${id}`)).name};
}

test('diff compares the states before and after requests', async t => {
  const {run, id} = await renamed('diff-requests');
  const lines = (await run('diff', '--from', 'request:1', '--to', 'request:2')).stdout;
  t.is(lines, `~ groups ${id} name "Choir" -> "Band"\n0 created, 1 changed, 0 deleted from request 1 to request 2\n`);
  t.regex((await run('diff', 'before:1')).stdout, /1 created, 0 changed, 0 deleted since before request 1\n$/);
  t.is((await run('diff', '--from', 'request:2')).stdout, 'Nothing has changed since request 2\n');
  t.is((await run('diff', 'one', '--from', 'two')).code, 2);
});

test('restore and save accept the state before or after a request', async t => {
  const {run, nameNow} = await renamed('restore-requests');
  t.regex((await run('save', 'choir', '--of', 'before:2')).stdout, /^snapshot choir is saved: /);
  t.regex((await run('restore', 'before:2', '--dry-run')).stdout, /before request 2 would delete 0, change 1 /);
  t.is(await nameNow(), 'Band');
  t.regex((await run('restore', 'before:2')).stdout, /^account restore-requests is back at before request 2: /);
  t.is(await nameNow(), 'Choir');
  await run('restore', 'request:2');
  t.is(await nameNow(), 'Band');
  await run('restore', 'choir');
  t.is(await nameNow(), 'Choir');
  t.is((await run('restore', 'before:2', '--all')).code, 2);
  t.is((await run('save', 'x', '--of', 'before:2', '--all')).code, 2);
  t.is((await run('restore', 'before:99')).code, 1);
});
