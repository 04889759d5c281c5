import test from 'ava';
import {startTestSandbox, type TestSandbox} from '../../support/sandbox.js';

const names = async (sandbox: TestSandbox) =>
  (await sandbox.get('/api/v1/groups?limit=100')).body.items.map(({name}: {name: string}) => name) as string[];

const write = async (sandbox: TestSandbox, name: string) =>
  (await sandbox.post('/api/v1/groups', {name})).body.id as number;

test('a read lags by requests: what the latest of them did is not seen yet', async t => {
  const sandbox = await startTestSandbox(t);
  await write(sandbox, 'early');
  const fault = await sandbox.fault('*:stale_read=1');
  t.true((await names(sandbox)).includes('early'), 'what was there when the rule came is there');
  const id = await write(sandbox, 'late');
  const stale = await sandbox.get(`/api/v1/groups/${id}/group_memberships`).catch(() => undefined);
  t.truthy(stale);
  t.true((await names(sandbox)).includes('late'), 'one request later it is');
  const second = await write(sandbox, 'later');
  const first = await names(sandbox);
  t.false(first.includes('later'));
  t.true(first.includes('late'));
  t.true((await names(sandbox)).includes('later'));
  t.true(second > id);
  await fault();
});

test('a read of what was just made is a 404, and a write never lags', async t => {
  const sandbox = await startTestSandbox(t);
  await sandbox.fault('*:stale_read=1');
  const {body: made} = await sandbox.post('/api/v1/constituents', {
    first_name: 'Ada',
    last_name: 'Lovelace',
    email_addresses: [],
  });
  const {status, headers} = await sandbox.get(`/api/v1/constituents/${made.id}`);
  t.is(status, 404);
  t.is(headers.get('x-sandbox-fault'), 'fault-1');
  t.is((await sandbox.patch(`/api/v1/constituents/${made.id}`, {last_name: 'King'})).status, 200);
  t.is((await sandbox.get(`/api/v1/constituents/${made.id}`)).body.last_name, 'Lovelace');
  t.is((await sandbox.get(`/api/v1/constituents/${made.id}`)).body.last_name, 'King');
});

test('a read lags by seconds of the account’s clock', async t => {
  const sandbox = await startTestSandbox(t);
  await sandbox.fault('listGroups:stale_read=5s');
  await write(sandbox, 'late');
  t.false((await names(sandbox)).includes('late'));
  await sandbox.clock.advance('PT4S');
  t.false((await names(sandbox)).includes('late'));
  await sandbox.clock.advance('PT1S');
  t.true((await names(sandbox)).includes('late'));
});

test('nothing of before a reset or a restore is read behind it', async t => {
  const sandbox = await startTestSandbox(t);
  await sandbox.fault('*:stale_read=100');
  await write(sandbox, 'before');
  await sandbox.snapshot('with');
  await sandbox.reset('baseline', {keep: ['faults']});
  await write(sandbox, 'after');
  t.false((await names(sandbox)).includes('before'));
  await sandbox.restore('with');
  await write(sandbox, 'third');
  const read = await names(sandbox);
  t.deepEqual(
    read.filter(name => ['before', 'after', 'third'].includes(name)),
    ['before'],
  );
});

test('what a stale read answers leaves the account as it is, and its exchange says so', async t => {
  const sandbox = await startTestSandbox(t, {
    onExchange: exchange => {
      const {before, after} = exchange as {before?: unknown; after?: unknown};
      t.true(exchange.method !== 'GET' || before === after);
    },
  });
  await sandbox.fault('*:stale_read=10');
  await write(sandbox, 'one');
  await names(sandbox);
  t.is((await sandbox.diff()).total.created, 1);
});
