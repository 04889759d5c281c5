import test, {type ExecutionContext} from 'ava';
import type {StartOptions} from '../../../src/sandbox/start-options.js';
import {sendRequest} from '../../support/http.js';
import {startTestSandbox} from '../../support/sandbox.js';

async function start(t: ExecutionContext, options: StartOptions = {}) {
  const sandbox = await startTestSandbox(t, options);
  const replay = (seq: number | string, query = '') => sandbox.post(`/_sandbox/requests/${seq}/replay${query}`);
  return {...sandbox, replayed: replay};
}

test('a replayed request is recorded as a new request from the console', async t => {
  const {diff, post, replayed, request, requests} = await start(t);
  await post('/api/v1/groups?limit=1', {name: 'Quartet'}, {headers: {'x-sandbox-caller': 'src/sync.ts:7'}});
  t.deepEqual((await replayed(1)).body, {account: 'default', seq: 2, status: 200});
  const [first, second] = await requests();
  t.like(second, {seq: 2, method: 'POST', url: first!.url, caller: 'console', changed: true, account: 'default'});
  t.deepEqual(
    (await diff()).created.groups!.map(({name}) => name),
    ['Quartet', 'Quartet'],
  );
  t.is((await request('DELETE', '/_sandbox/requests/2/replay')).status, 405);
});

test('a replay with fork=true runs in a new account with the state before the request', async t => {
  const {account, diff, get, post, replay, replayed} = await start(t);
  await post('/api/v1/groups', {name: 'Quartet'});
  await post('/api/v1/groups', {name: 'Quintet'});
  await post('/api/v1/groups', {name: 'Sextet'});
  t.deepEqual((await replayed(2, '?fork=true')).body, {
    account: 'replay-of-2',
    key: 'sbx_replay-of-2',
    seq: 1,
    status: 200,
  });
  const names = async (key: string) =>
    (await get('/api/v1/groups?limit=100', {key})).body.items.map(({name}: {name: string}) => name).slice(-2);
  t.deepEqual(await names('sbx_replay-of-2'), ['Quartet', 'Quintet']);
  t.deepEqual(await names('sandbox-key'), ['Quintet', 'Sextet']);
  t.is(
    (await account('replay-of-2').diff()).total.created,
    1,
    'the baseline of the fork is the state before the request',
  );
  t.is((await diff()).total.created, 3);
  t.like(await replay(2, {fork: true}), {account: 'replay-of-2-2', key: 'sbx_replay-of-2-2', seq: 1});
});

test('rejected and unauthorized requests are replayed unchanged', async t => {
  const {get, post, replay, requests} = await start(t);
  await post('/api/v1/groups', {}); // 1
  await get('/api/v1/groups', {key: 'nobody'}); // 2
  await get('/api/v1/groups?access_token=sandbox-key', {key: null}); // 3
  await post('/api/v1/groups', {name: 'x'}, {key: 'sandbox-readonly-key', raw: ''}); // 4
  await get('/api/v1/constituents/search?q[]=last_name:%3DM%C3%BCller'); // 5
  for (let seq = 1; seq <= 5; seq++) {
    const [original] = await requests({since: seq - 1, limit: 1});
    t.deepEqual(await replay(seq), {account: 'default', seq: seq + 5, status: original!.status});
    const [again] = await requests({since: seq + 4, limit: 1});
    t.like(again, {url: original!.url, account: original!.account, refusal: original!.refusal});
  }
  const forked = await replay(4, {fork: true});
  t.is(forked.status, 400, 'a fork is requested with a key that can write');
});

test('a replay without a response because of a fault has the status 0', async t => {
  const {post, replayed, requests} = await start(t, {faults: ['createGroup#2:lost']});
  await post('/api/v1/groups', {name: 'Quartet'});
  t.deepEqual((await replayed(1)).body, {account: 'default', seq: 2, status: 0});
  t.like((await requests()).at(-1), {seq: 2, status: 0, changed: true});
});

test('a request that cannot be replayed is rejected with the reason', async t => {
  const {get, post, replayed, seed, url} = await start(t, {rateLimit: 6});
  await post('/api/v1/groups', {name: 'x'.repeat(70_000)}); // 1
  await get('/api/v1/groups', {key: 'nobody'}); // 2
  const headers = {authorization: 'Bearer nobody', 'content-type': 'application/json'};
  await sendRequest(new URL('/api/v1/groups', url), {method: 'POST', headers, body: '{"name":"Choir"}'}); // 3
  await post('/api/v1/groups', {name: 'Quartet'}); // 4
  await seed({profile: 'empty'});
  for (const [seq, query, status, expected] of [
    [1, '', 409, 'Request 1 cannot be sent again: of its body, 70011 bytes, 64 KiB are kept'],
    [2, '?fork=true', 409, 'Request 2 had no account, so it has no state'],
    [3, '', 409, 'Request 3 cannot be sent again: it was refused before its body was read'],
    [4, '?fork=true', 409, /^Request 4 is released: its states were let go of/],
    [9, '', 404, 'The account default has no request 9; those that are kept are from 1 to 4'],
    ['x', '', 400, 'seq: must be the number of a request, got "x"'],
    [4, '?fork=yes', 400, 'fork: must be true or false, got "yes"'],
  ] as const) {
    const reply = await replayed(seq, query);
    t.is(reply.status, status, `${seq}${query}`);
    t[typeof expected === 'string' ? 'is' : 'regex'](reply.body.description, expected as never);
  }
  t.deepEqual(
    (await get('/_sandbox/accounts')).body.accounts.map(({name}: {name: string}) => name),
    ['default'],
    'a rejected fork creates no account',
  );
  t.is((await replayed(4)).body.status, 200, 'a released request can still be replayed without a fork');
});

test('an account can be created from any state of another account', async t => {
  const {account, get, post} = await start(t);
  await post('/api/v1/groups', {name: 'Quartet'});
  await post('/api/v1/groups', {name: 'Quintet'});
  const createFrom = (state: string) => post('/_sandbox/accounts', {name: 'then', from: {state}});
  t.is((await createFrom('request:1')).body.key, 'sbx_then');
  const last = async (key: string) => (await get('/api/v1/groups?limit=100', {key})).body.items.at(-1);
  t.is((await last('sbx_then')).name, 'Quartet');
  await post('/api/v1/groups', {name: 'Sextet'}, {key: 'sbx_then'});
  t.is((await last('sbx_then')).id, (await last('sandbox-key')).id, 'ids continue from that state');
  await account('then').reset();
  t.is((await last('sbx_then')).name, 'Quartet');
  t.is((await createFrom('request:9')).status, 409);
  t.is((await post('/_sandbox/accounts', {name: 'other', from: {state: 'request:9'}})).status, 404);
});

test('a held replay does not delay others, and ends when its client disconnects', async t => {
  const {account, key, post, replay, requests, url} = await start(t, {faults: ['createFund#2:hold']});
  await post('/api/v1/funds', {name: 'Roof'});
  await post('/api/v1/groups', {name: 'Quartet'});
  const leaving = new AbortController();
  const held = fetch(`${url}/_sandbox/requests/1/replay`, {
    method: 'POST',
    headers: {authorization: `Bearer ${key}`},
    signal: leaving.signal,
  });
  const seqs = (await Promise.all([replay(2), replay(2), replay(2)])).map(({seq}) => seq);
  t.deepEqual(seqs.sort(), [3, 4, 5], 'each of several equal replays gets its own number');
  await post('/api/v1/groups', {name: 'Quintet'}, {key: 'sbx_other'});
  t.is((await account('other').replay(1)).seq, 2);
  leaving.abort();
  await t.throwsAsync(held, {any: true});
  while ((await requests({operation: 'createFund'})).length < 2) {
    await new Promise(resolve => setTimeout(resolve, 20));
  }
  t.like((await requests({operation: 'createFund'}))[1], {status: 0, caller: 'console'});
});
