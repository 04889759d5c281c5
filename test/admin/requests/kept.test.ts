import {setTimeout} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import {adminOf} from '../../support/admin.js';
import {startTestSandbox} from '../../support/sandbox.js';

/** Opens an account and sends three requests. */
async function start(t: ExecutionContext) {
  const sandbox = await startTestSandbox(t);
  const admin = adminOf(sandbox);
  const sendRequests = async (count: number) => {
    for (let sent = 0; sent < count; sent++) {
      await admin.api.get('funds');
    }
  };
  const seqs = async (query = '') =>
    (await admin.get(`/requests${query}`)).body.requests.map(({seq}: {seq: number}) => seq);
  await sendRequests(3);
  return {sandbox, admin, sendRequests, seqs};
}

test('a reset clears the journal but continues the numbers; keep=requests and a restore keep it', async t => {
  const {admin, sendRequests, seqs} = await start(t);
  await admin.put('/snapshots/before');
  await admin.post('/snapshots/before/restore');
  t.deepEqual(await seqs(), [1, 2, 3]);
  await admin.post('/reset?keep=requests');
  t.deepEqual(await seqs(), [1, 2, 3]);
  await admin.post('/reset');
  t.deepEqual(await seqs(), []);
  await sendRequests(1);
  t.deepEqual(await seqs(), [4]);
  const {status, body} = await admin.post('/reset?keep=all');
  t.is(status, 400);
  t.is(body.description, 'keep: must be requests or faults, got "all"');
  t.deepEqual(await seqs(), [4]);
});

test('a deleted or expired account loses its requests, but never reuses their numbers', async t => {
  const {sandbox, seqs, admin, sendRequests} = await start(t);
  await admin.delete(`/accounts/${admin.key!.slice(4)}`);
  t.deepEqual(await seqs(), []);
  await sendRequests(1);
  t.deepEqual(await seqs(), [4]);
  const {body} = await sandbox.post('/_sandbox/accounts', {name: 'brief', ttl: 3});
  await sandbox.get('/api/v1/funds', {key: body.key});
  await setTimeout(3100);
  t.deepEqual((await sandbox.get('/_sandbox/requests', {key: body.key})).body.requests, []);
  await sandbox.get('/api/v1/funds', {key: body.key});
  t.like((await sandbox.get('/_sandbox/requests', {key: body.key})).body.requests, [{seq: 2}]);
});

test('requests can be deleted by the same filters that list them', async t => {
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

test('responses have X-Sandbox-Request only if the headers option is set', async t => {
  const quiet = await startTestSandbox(t);
  t.false((await quiet.get('/api/v1/funds')).headers.has('x-sandbox-request'));
  const withHeaders = await startTestSandbox(t, {headers: true});
  const seqOf = async (path: string, key?: string) =>
    (await withHeaders.get(path, key === undefined ? {} : {key})).headers.get('x-sandbox-request');
  t.deepEqual(
    [await seqOf('/api/v1/funds'), await seqOf('/api/v1/nothing'), await seqOf('/api/v1/funds', 'wrong')],
    ['1', '2', '3'],
  );
  t.deepEqual([await seqOf('/_sandbox/requests'), await seqOf('/health')], [null, null]);
});

test('responses name the findings of every request in X-Sandbox-Findings, unless suppressed', async t => {
  const suppressions = [{rule: 'put-used', operation: 'updateGroup', reason: 'the library sends it'}];
  const sandbox = await startTestSandbox(t, {headers: true, suppressions});
  const found = ({headers}: {headers: Headers}) => headers.get('x-sandbox-findings');
  t.is(found(await sandbox.get('/api/v1/funds')), null);
  const wrong = {name: 'Choir', colour: 'red'};
  const first = await sandbox.post('/api/v1/groups', wrong);
  t.is(found(first), 'unknown-body-field');
  const again = found(await sandbox.post('/api/v1/groups', wrong));
  t.true(again!.split(', ').includes('unknown-body-field'), 'a repeated mistake is named again');
  const put = await sandbox.put(`/api/v1/groups/${first.body.id}`, {name: 'Band'});
  t.is(put.status, 200);
  t.is(found(put), null);
  t.is(found(await sandbox.put(`/api/v1/funds/1`, {})), 'put-used');
  t.is(found(await sandbox.get('/_sandbox')), null);
  const quiet = await startTestSandbox(t);
  t.is(found(await quiet.post('/api/v1/groups', wrong)), null);
});
