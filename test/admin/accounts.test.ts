import {setTimeout as wait} from 'node:timers/promises';
import test from 'ava';
import {adminOf} from '../support/admin.js';
import {startTestSandbox} from '../support/sandbox.js';

test('an account is created from the baseline, a snapshot or another account, and is independent', async t => {
  const sandbox = await startTestSandbox(t);
  const own = adminOf(sandbox);
  await own.api.post('groups', {name: 'First'});
  await own.put('/snapshots/one');
  await own.api.post('groups', {name: 'Second'});
  const groups = async (key: string) => {
    const {body} = await adminOf(sandbox, key).api.get('groups?limit=500');
    return body.items.map((item: {name: string}) => item.name).filter((name: string) => /First|Second/.test(name));
  };
  const create = async (body: object) => (await own.post('/accounts', body)).body;
  const fresh = await create({});
  t.deepEqual(fresh, {name: 'account-1', key: 'sbx_account-1', generation: 1, expires_at: null, assume: {}});
  t.deepEqual(await groups(fresh.key), []);
  const early = await create({from: {snapshot: 'one'}, name: 'early'});
  t.is(early.key, 'sbx_early');
  t.deepEqual(await groups(early.key), ['First']);
  const late = await create({from: {account: own.key!.slice(4)}});
  t.is(late.name, 'account-2');
  t.deepEqual(await groups(late.key), ['First', 'Second']);
  await adminOf(sandbox, early.key).api.post('groups', {name: 'Second'});
  t.deepEqual(await groups(own.key!), ['First', 'Second']);
  await adminOf(sandbox, early.key).post('/reset');
  t.deepEqual(await groups(early.key), ['First'], 'a reset restores the state that the account was created from');
});

test('accounts are listed and deleted; a deleted account starts again from the baseline', async t => {
  const sandbox = await startTestSandbox(t);
  const own = adminOf(sandbox);
  await own.post('/accounts', {name: 'mine'});
  const mine = adminOf(sandbox, 'sbx_mine');
  await mine.api.post('groups', {name: 'First'});
  const before = (await mine.get()).body.counts.groups;
  const names = (await own.get('/accounts')).body.accounts.map((account: {name: string}) => account.name);
  t.true(names.includes('mine'));
  t.deepEqual((await own.delete('/accounts/mine')).body, {result: 'success'});
  t.is((await own.delete('/accounts/mine')).status, 404);
  t.is((await mine.get()).body.counts.groups, before - 1);
});

test('an account with a ttl expires', async t => {
  const own = adminOf(await startTestSandbox(t));
  const {body} = await own.post('/accounts', {name: 'brief', ttl: 3});
  t.regex(body.expires_at, /^\d{4}-.*Z$/);
  t.is((await own.post('/accounts', {name: 'brief'})).status, 409);
  await wait(3100);
  t.is((await own.post('/accounts', {name: 'brief'})).status, 200);
});

test('invalid requests to create or delete an account are rejected with a description', async t => {
  const own = adminOf(await startTestSandbox(t));
  const refused: Array<[object, number, RegExp]> = [
    [{from: {snapshot: 'x'}}, 404, /has no snapshot "x"/],
    [{from: {account: 'x'}}, 404, /no account "x"/],
    [{from: 'x'}, 422, /^from: must be "baseline", \{"snapshot"/],
    [{name: 'a b'}, 422, /^name: must be letters/],
    [{ttl: 0}, 422, /^ttl: must be a number of seconds from 1 to 315360000$/],
    [{ttl: 8_640_000_000_000}, 422, /^ttl: must be a number of seconds/],
    [{nam: 'x'}, 422, /^nam: unknown field; the body takes name, from, assume, ttl; did you mean name\?$/],
  ];
  for (const [body, status, description] of refused) {
    const reply = await own.post('/accounts', body);
    t.is(reply.status, status, JSON.stringify(body));
    t.regex(reply.body.description, description);
  }
  const listed = await own.get('/accounts');
  t.is(listed.status, 200);
  t.false(
    listed.body.accounts.some(({name}: {name: string}) => name.startsWith('account-')),
    'no account was created',
  );
  const {status, body} = await own.delete('/accounts/default');
  t.is(status, 422);
  t.regex(body.description, /reset it instead/);
});
