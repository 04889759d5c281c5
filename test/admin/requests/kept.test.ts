import {setTimeout} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import {adminOf} from '../../support/admin.js';
import {startTestSandbox} from '../../support/sandbox.js';

/** An account with three requests. */
async function start(t: ExecutionContext) {
  const sandbox = await startTestSandbox(t);
  const admin = adminOf(sandbox);
  const make = async (count: number) => {
    for (let made = 0; made < count; made++) {
      await admin.api.get('funds');
    }
  };
  const seqs = async (query = '') =>
    (await admin.get(`/requests${query}`)).body.requests.map(({seq}: {seq: number}) => seq);
  await make(3);
  return {sandbox, admin, make, seqs};
}

test('a reset empties the journal and restarts no number; keep=requests leaves it, as a restore does', async t => {
  const {admin, make, seqs} = await start(t);
  await admin.put('/snapshots/before');
  await admin.post('/snapshots/before/restore');
  t.deepEqual(await seqs(), [1, 2, 3]);
  await admin.post('/reset?keep=requests');
  t.deepEqual(await seqs(), [1, 2, 3]);
  await admin.post('/reset');
  t.deepEqual(await seqs(), []);
  await make(1);
  t.deepEqual(await seqs(), [4]);
  const {status, body} = await admin.post('/reset?keep=all');
  t.is(status, 400);
  t.is(body.description, 'keep: must be requests or faults, got "all"');
  t.deepEqual(await seqs(), [4]);
});

test('an account that is deleted or has expired loses its requests, and never has a number twice', async t => {
  const {sandbox, seqs, admin, make} = await start(t);
  await admin.delete(`/accounts/${admin.key!.slice(4)}`);
  t.deepEqual(await seqs(), []);
  await make(1);
  t.deepEqual(await seqs(), [4]);
  const {body} = await sandbox.post('/_sandbox/accounts', {name: 'brief', ttl: 1});
  await sandbox.get('/api/v1/funds', {key: body.key});
  await setTimeout(1100);
  t.deepEqual((await sandbox.get('/_sandbox/requests', {key: body.key})).body.requests, []);
  await sandbox.get('/api/v1/funds', {key: body.key});
  t.like((await sandbox.get('/_sandbox/requests', {key: body.key})).body.requests, [{seq: 2}]);
});

test('requests are deleted by the filters that list them', async t => {
  const {admin, seqs, sandbox} = await start(t);
  await admin.api.get('nothing');
  t.deepEqual((await admin.delete('/requests?status=4xx')).body, {result: 'success', deleted: 1});
  t.deepEqual(await seqs(), [1, 2, 3]);
  t.is((await admin.delete('/requests?status=4y')).status, 400);
  t.is((await admin.delete('/requests?since=2')).body.deleted, 1);
  await sandbox.get('/api/v1/funds', {key: 'sbx_other'});
  t.is((await admin.delete('/requests?all=true')).body.deleted, 3);
  t.deepEqual(await seqs(), []);
});

test('replies tell the number of their request where that is asked for, and nowhere else', async t => {
  const quiet = await startTestSandbox(t);
  t.false((await quiet.get('/api/v1/funds')).headers.has('x-sandbox-request'));
  const telling = await startTestSandbox(t, {headers: true});
  const told = async (path: string, key?: string) =>
    (await telling.get(path, key === undefined ? {} : {key})).headers.get('x-sandbox-request');
  t.deepEqual(
    [await told('/api/v1/funds'), await told('/api/v1/nothing'), await told('/api/v1/funds', 'wrong')],
    ['1', '2', '3'],
  );
  t.deepEqual([await told('/_sandbox/requests'), await told('/health')], [null, null]);
});

test('replies tell what is wrong with their request, each time, unless that is suppressed', async t => {
  const suppressions = [{rule: 'put-used', operation: 'updateGroup', reason: 'the library sends it'}];
  const sandbox = await startTestSandbox(t, {headers: true, suppressions});
  const found = ({headers}: {headers: Headers}) => headers.get('x-sandbox-findings');
  t.is(found(await sandbox.get('/api/v1/funds')), null);
  const wrong = {name: 'Choir', colour: 'red'};
  const made = await sandbox.post('/api/v1/groups', wrong);
  t.is(found(made), 'unknown-body-field');
  const again = found(await sandbox.post('/api/v1/groups', wrong));
  t.true(again!.split(', ').includes('unknown-body-field'), 'the second is no less wrong');
  const put = await sandbox.put(`/api/v1/groups/${made.body.id}`, {name: 'Band'});
  t.is(put.status, 200);
  t.is(found(put), null);
  t.is(found(await sandbox.put(`/api/v1/funds/1`, {})), 'put-used');
  t.is(found(await sandbox.get('/_sandbox')), null);
  const quiet = await startTestSandbox(t);
  t.is(found(await quiet.post('/api/v1/groups', wrong)), null);
});
