import test from 'ava';
import {startTestSandbox, type TestSandbox} from '../../support/sandbox.js';

const names = async (sandbox: TestSandbox) =>
  (await sandbox.get('/api/v1/groups?limit=100')).body.items.map(({name}: {name: string}) => name) as string[];

const write = async (sandbox: TestSandbox, name: string) =>
  (await sandbox.post('/api/v1/groups', {name})).body.id as number;

test('stale_read=1: a read does not include the write of the previous request', async t => {
  const sandbox = await startTestSandbox(t);
  await write(sandbox, 'early');
  const fault = await sandbox.fault('*:stale_read=1');
  t.true((await names(sandbox)).includes('early'), 'records that existed before the rule are included');
  const id = await write(sandbox, 'late');
  const stale = await sandbox.get(`/api/v1/groups/${id}/group_memberships`).catch(() => undefined);
  t.truthy(stale);
  t.true((await names(sandbox)).includes('late'), 'the write is included one request later');
  const second = await write(sandbox, 'later');
  const first = await names(sandbox);
  t.false(first.includes('later'));
  t.true(first.includes('late'));
  t.true((await names(sandbox)).includes('later'));
  t.true(second > id);
  await fault();
});

test('stale_read: a read of a new record is a 404; writes use the current state', async t => {
  const sandbox = await startTestSandbox(t);
  await sandbox.fault('*:stale_read=1');
  const {body: constituent} = await sandbox.post('/api/v1/constituents', {
    first_name: 'Ada',
    last_name: 'Lovelace',
    email_addresses: [],
  });
  const {status, headers} = await sandbox.get(`/api/v1/constituents/${constituent.id}`);
  t.is(status, 404);
  t.is(headers.get('x-sandbox-fault'), 'fault-1');
  t.is((await sandbox.patch(`/api/v1/constituents/${constituent.id}`, {last_name: 'King'})).status, 200);
  t.is((await sandbox.get(`/api/v1/constituents/${constituent.id}`)).body.last_name, 'Lovelace');
  t.is((await sandbox.get(`/api/v1/constituents/${constituent.id}`)).body.last_name, 'King');
});

test('stale_read=5s lags by seconds of the account’s clock', async t => {
  const sandbox = await startTestSandbox(t);
  await sandbox.fault('listGroups:stale_read=5s');
  await write(sandbox, 'late');
  t.false((await names(sandbox)).includes('late'));
  await sandbox.clock.advance('PT4S');
  t.false((await names(sandbox)).includes('late'));
  await sandbox.clock.advance('PT1S');
  t.true((await names(sandbox)).includes('late'));
});

test('stale_read never returns state from before a reset or a restore', async t => {
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

test('a stale read does not change the account, and its exchange shows no change', async t => {
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
