import test, {type ExecutionContext} from 'ava';
import type {Exchange} from '../../../src/exchanges/exchange.js';
import type {StartOptions} from '../../../src/sandbox/start-options.js';
import {adminOf} from '../../support/admin.js';
import {sendRequest} from '../../support/http.js';
import {startTestSandbox} from '../../support/sandbox.js';

/** Starts a sandbox and records the numbers of its API requests. */
async function start(t: ExecutionContext, options: StartOptions = {}) {
  const seqs: number[] = [];
  const onExchange = ({surface, seq}: Exchange) => surface === 'api' && seqs.push(seq);
  const sandbox = await startTestSandbox(t, {...options, onExchange});
  const authorization = `Bearer ${sandbox.key}`;
  return {
    ...sandbox,
    own: adminOf(sandbox, sandbox.key),
    /** The number of the latest request. */
    last: () => seqs.at(-1)!,
    seqs,
    asOf: (path: string, moment: string, method = 'GET', headers = {}) =>
      sendRequest(new URL(`/api/v1/${path}`, sandbox.url), {
        method,
        headers: {authorization, 'X-Sandbox-As-Of': moment, ...headers},
      }),
  };
}

/** Creates a group, renames it twice and returns the numbers of the three requests. */
async function renameTwice({own, last}: Awaited<ReturnType<typeof start>>) {
  const {id} = (await own.api.post('groups', {name: 'Choir'})).body;
  const creation = last();
  await own.api.patch(`groups/${id}`, {name: 'Band'});
  const first = last();
  await own.api.patch(`groups/${id}`, {name: 'Orchestra'});
  return {id, creation, first, second: last(), nameNow: async () => (await own.api.get(`groups/${id}`)).body?.name};
}

test('an account can be restored to before or after any request', async t => {
  const sandbox = await start(t);
  const {creation, first, second, nameNow} = await renameTwice(sandbox);
  const {generation} = await sandbox.status();
  const back = await sandbox.own.post(`/restore?to=before:${second}`);
  t.is(back.status, 200);
  t.is(back.body.generation, generation + 1);
  t.is(await nameNow(), 'Band');
  await sandbox.restore(`before:${first}`);
  t.is(await nameNow(), 'Choir');
  await sandbox.restore(`after:${second}`);
  t.is(await nameNow(), 'Orchestra');
  await sandbox.restore(`before:${creation}`);
  t.is(await nameNow(), undefined);
  t.is((await sandbox.diff()).total.created, 0);
  await sandbox.restore(`request:${second}`);
  t.is(await nameNow(), 'Orchestra');
});

test('records created after a restore get the same ids as the first time', async t => {
  const sandbox = await start(t);
  const {id, creation} = await renameTwice(sandbox);
  await sandbox.restore(`before:${creation}`);
  t.is((await sandbox.own.api.post('groups', {name: 'Choir'})).body.id, id);
});

test('a restore also restores the clock', async t => {
  const sandbox = await start(t);
  await sandbox.clock.tick('PT1H');
  const {first} = await renameTwice(sandbox);
  t.is(await sandbox.clock.now(), '2026-01-01T03:00:00Z');
  await sandbox.restore(`before:${first}`);
  t.is(await sandbox.clock.now(), '2026-01-01T01:00:00Z');
});

test('lists and searches after a restore return the earlier results', async t => {
  const sandbox = await start(t);
  const paths = [
    'constituents?sort=-id&limit=5',
    'gifts/search?limit=100',
    'constituents/search?q[]=nick_name:Kit',
    'funds',
  ];
  const all = () => Promise.all(paths.map(async path => (await sandbox.own.api.get(path)).text));
  const [item] = (await sandbox.own.api.get('constituents?limit=1')).body.items;
  const before = await all();
  await sandbox.own.api.patch(`constituents/${item.id}`, {nick_name: 'Kit'});
  const changed = sandbox.last();
  await sandbox.own.api.post(`constituents/${item.id}/gifts`, {gift_type_id: 1, received_amount: 5});
  t.notDeepEqual(await all(), before);
  await sandbox.own.api.delete(`constituents/${item.id}`);
  await sandbox.restore(`before:${changed}`);
  t.deepEqual(await all(), before);
  t.is((await sandbox.diff()).total.changed, 0);
});

test('a diff compares two states, by default with the present', async t => {
  const sandbox = await start(t);
  const {id, creation, first, second} = await renameTwice(sandbox);
  const {body} = await sandbox.own.get(`/diff?from=request:${creation}&to=before:${second}`);
  t.deepEqual(
    [body.from, body.to, body.total],
    [`request:${creation}`, `before:${second}`, {created: 0, changed: 1, deleted: 0}],
  );
  t.deepEqual(body.changed.groups, [{id, fields: {name: {from: 'Choir', to: 'Band'}}}]);
  const toNow = await sandbox.diff({from: `before:${first}`});
  t.deepEqual(toNow.changed['groups']![0]!.fields['name'], {from: 'Choir', to: 'Orchestra'});
  t.is(toNow.to, undefined);
  const backwards = await sandbox.diff({from: `after:${second}`, to: 'baseline'});
  t.deepEqual(backwards.total, {created: 0, changed: 0, deleted: 1});
  await sandbox.snapshot('then');
  t.is((await sandbox.diff({from: `request:${creation}`, to: 'then'})).total.changed, 1);
});

test('the diff of a request contains its changes', async t => {
  const sandbox = await start(t);
  const {id, creation, first} = await renameTwice(sandbox);
  const {body} = await sandbox.own.get(`/requests/${first}/diff`);
  t.deepEqual(body, {
    from: `before:${first}`,
    to: `request:${first}`,
    total: {created: 0, changed: 1, deleted: 0},
    created: {},
    changed: {groups: [{id, fields: {name: {from: 'Choir', to: 'Band'}}}]},
    deleted: {},
    names: {},
  });
  t.is((await sandbox.own.get(`/requests/${creation}/diff`)).body.created.groups[0].id, id);
  t.is((await sandbox.own.get('/requests/x/diff')).status, 404);
});

test('an invalid or unknown state is rejected with the accepted values', async t => {
  const {own, key} = await start(t);
  await own.api.get('groups');
  const refusals = [
    ['/restore?to=before:999', 404, 'There is no request 999 in the journal of the account default; it has 1 to 1'],
    [
      '/restore?to=befor:1',
      400,
      'to: must be request:N, after:N, before:N, baseline or the name of a snapshot, got "befor:1"',
    ],
    ['/restore?to=nope', 404, 'The account default has no snapshot "nope"; it has none'],
    ['/restore', 400, 'to: is missing; before:142 is the account as request 142 found it'],
  ] as const;
  for (const [path, status, description] of refusals) {
    const reply = await own.post(path);
    t.deepEqual([reply.status, reply.body.description], [status, description]);
  }
  t.is((await own.get('/diff?from=request:0')).status, 400);
  t.is((await own.get('/diff?to=request:99')).status, 404);
  t.is(key, own.key!);
});

test('a snapshot can be saved from the state of a request', async t => {
  const sandbox = await start(t);
  const {first, nameNow} = await renameTwice(sandbox);
  const saved = await sandbox.own.put(`/snapshots/bands?of=request:${first}`);
  t.is(saved.status, 200);
  await sandbox.snapshot('choirs', {of: `before:${first}`});
  await sandbox.restore('bands');
  t.is(await nameNow(), 'Band');
  await sandbox.restore('choirs');
  t.is(await nameNow(), 'Choir');
  t.is((await sandbox.own.put(`/snapshots/x?of=request:${first}&all=true`)).status, 400);
  const file = (await sandbox.own.get('/snapshots/bands')).body;
  t.is((await sandbox.own.put(`/snapshots/x?of=request:${first}`, file)).status, 400);
  t.is((await sandbox.own.put('/snapshots/before:1')).status, 422, 'a snapshot cannot be named like a request state');
});

test('a seed releases the states before it, but not later ones', async t => {
  const sandbox = await start(t);
  const {first} = await renameTwice(sandbox);
  await sandbox.seed({records: {groups: [{name: 'Quartet'}]}});
  const refused = await Promise.all([
    sandbox.own.post(`/restore?to=before:${first}`),
    sandbox.own.get(`/diff?from=request:${first}`),
    sandbox.own.get(`/requests/${first}/diff`),
    sandbox.asOf('groups', `request:${first}`),
  ]);
  for (const {status, text} of refused) {
    t.is(status, 409);
    t.regex(text, /is released: /);
  }
  await sandbox.own.api.post('groups', {name: 'Trio'});
  t.is((await sandbox.own.get(`/requests/${sandbox.last()}/diff`)).body.total.created, 1);
});

test('restoring an uploaded snapshot releases earlier states; restoring a saved one does not', async t => {
  const sandbox = await start(t);
  const {first, second} = await renameTwice(sandbox);
  await sandbox.snapshot('saved');
  await sandbox.restore('saved');
  t.is((await sandbox.own.get(`/requests/${first}/diff`)).status, 200);
  const {text: raw} = await sandbox.own.get('/snapshots/saved');
  t.is((await sandbox.put('/_sandbox/snapshots/sent', undefined, {raw})).status, 200);
  t.is((await sandbox.own.get(`/requests/${first}/diff`)).status, 200, 'uploading alone releases nothing');
  await sandbox.own.post('/snapshots/sent/restore');
  t.is((await sandbox.own.get(`/requests/${second}/diff`)).status, 409);
});

test('the state of an evicted request is a 409', async t => {
  const sandbox = await start(t);
  const {first} = await renameTwice(sandbox);
  for (let count = 0; count < 1000; count++) {
    await sandbox.own.api.get('funds?limit=1');
  }
  const reply = await sandbox.own.post(`/restore?to=before:${first}`);
  t.is(reply.status, 409);
  t.regex(reply.body.description, /^Request \d+ is evicted: /);
});

test('a request without an account has no state', async t => {
  const sandbox = await start(t);
  await sandbox.get('/api/v1/groups', {key: null});
  const reply = await sandbox.own.get(`/requests/${sandbox.last()}/diff`);
  t.deepEqual(
    [reply.status, reply.body.description],
    [409, `Request ${sandbox.last()} had no account, so it has no state`],
  );
});
