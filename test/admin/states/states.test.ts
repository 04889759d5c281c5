import test, {type ExecutionContext} from 'ava';
import type {Exchange} from '../../../src/exchanges/exchange.js';
import type {StartOptions} from '../../../src/sandbox/start-options.js';
import {adminOf} from '../../support/admin.js';
import {ask} from '../../support/http.js';
import {startTestSandbox} from '../../support/sandbox.js';

/** A sandbox of which the numbers of the requests are known. */
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
      ask(new URL(`/api/v1/${path}`, sandbox.url), {
        method,
        headers: {authorization, 'X-Sandbox-As-Of': moment, ...headers},
      }),
  };
}

/** A group that was renamed twice: the numbers of the three requests. */
async function renamed({own, last}: Awaited<ReturnType<typeof start>>) {
  const {id} = (await own.api.post('groups', {name: 'Choir'})).body;
  const made = last();
  await own.api.patch(`groups/${id}`, {name: 'Band'});
  const first = last();
  await own.api.patch(`groups/${id}`, {name: 'Orchestra'});
  return {id, made, first, second: last(), nameNow: async () => (await own.api.get(`groups/${id}`)).body?.name};
}

test('an account goes back to before a request, and forth again', async t => {
  const sandbox = await start(t);
  const {made, first, second, nameNow} = await renamed(sandbox);
  const {generation} = await sandbox.status();
  const back = await sandbox.own.post(`/restore?to=before:${second}`);
  t.is(back.status, 200);
  t.is(back.body.generation, generation + 1);
  t.is(await nameNow(), 'Band');
  await sandbox.restore(`before:${first}`);
  t.is(await nameNow(), 'Choir');
  await sandbox.restore(`after:${second}`);
  t.is(await nameNow(), 'Orchestra');
  await sandbox.restore(`before:${made}`);
  t.is(await nameNow(), undefined);
  t.is((await sandbox.diff()).total.created, 0);
  await sandbox.restore(`request:${second}`);
  t.is(await nameNow(), 'Orchestra');
});

test('what is made behind a way back gets the ids that it would have got then', async t => {
  const sandbox = await start(t);
  const {id, made} = await renamed(sandbox);
  await sandbox.restore(`before:${made}`);
  t.is((await sandbox.own.api.post('groups', {name: 'Choir'})).body.id, id);
});

test('the clock goes back, too', async t => {
  const sandbox = await start(t);
  await sandbox.clock.tick('PT1H');
  const {first} = await renamed(sandbox);
  t.is(await sandbox.clock.now(), '2026-01-01T03:00:00Z');
  await sandbox.restore(`before:${first}`);
  t.is(await sandbox.clock.now(), '2026-01-01T01:00:00Z');
});

test('lists and searches behind a way back answer as they did then', async t => {
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

test('a diff goes from one request to another, by default to the present', async t => {
  const sandbox = await start(t);
  const {id, made, first, second} = await renamed(sandbox);
  const {body} = await sandbox.own.get(`/diff?from=request:${made}&to=before:${second}`);
  t.deepEqual(
    [body.from, body.to, body.total],
    [`request:${made}`, `before:${second}`, {created: 0, changed: 1, deleted: 0}],
  );
  t.deepEqual(body.changed.groups, [{id, fields: {name: {from: 'Choir', to: 'Band'}}}]);
  const toNow = await sandbox.diff({from: `before:${first}`});
  t.deepEqual(toNow.changed['groups']![0]!.fields['name'], {from: 'Choir', to: 'Orchestra'});
  t.is(toNow.to, undefined);
  const backwards = await sandbox.diff({from: `after:${second}`, to: 'baseline'});
  t.deepEqual(backwards.total, {created: 0, changed: 0, deleted: 1});
  await sandbox.snapshot('then');
  t.is((await sandbox.diff({from: `request:${made}`, to: 'then'})).total.changed, 1);
});

test('the diff of a request is what it did', async t => {
  const sandbox = await start(t);
  const {id, made, first} = await renamed(sandbox);
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
  t.is((await sandbox.own.get(`/requests/${made}/diff`)).body.created.groups[0].id, id);
  t.is((await sandbox.own.get('/requests/x/diff')).status, 404);
});

test('what can be no state is refused with what would be right', async t => {
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

test('a snapshot is made of a request, and lasts', async t => {
  const sandbox = await start(t);
  const {first, nameNow} = await renamed(sandbox);
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
  t.is((await sandbox.own.put('/snapshots/before:1')).status, 422, 'no snapshot can be called like a request');
});

test('a seed lets go of the states before it, and of no others', async t => {
  const sandbox = await start(t);
  const {first} = await renamed(sandbox);
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

test('a snapshot that was sent lets go of the states before it, one that was saved does not', async t => {
  const sandbox = await start(t);
  const {first, second} = await renamed(sandbox);
  await sandbox.snapshot('saved');
  await sandbox.restore('saved');
  t.is((await sandbox.own.get(`/requests/${first}/diff`)).status, 200);
  const {text: raw} = await sandbox.own.get('/snapshots/saved');
  t.is((await sandbox.put('/_sandbox/snapshots/sent', undefined, {raw})).status, 200);
  t.is((await sandbox.own.get(`/requests/${first}/diff`)).status, 200, 'as long as it is only kept');
  await sandbox.own.post('/snapshots/sent/restore');
  t.is((await sandbox.own.get(`/requests/${second}/diff`)).status, 409);
});

test('a request that the journal had no room for is evicted', async t => {
  const sandbox = await start(t);
  const {first} = await renamed(sandbox);
  for (let asked = 0; asked < 1000; asked++) {
    await sandbox.own.api.get('funds?limit=1');
  }
  const reply = await sandbox.own.post(`/restore?to=before:${first}`);
  t.is(reply.status, 409);
  t.regex(reply.body.description, /^Request \d+ is evicted: /);
});

test('a request that had no account has no state', async t => {
  const sandbox = await start(t);
  await sandbox.get('/api/v1/groups', {key: null});
  const reply = await sandbox.own.get(`/requests/${sandbox.last()}/diff`);
  t.deepEqual(
    [reply.status, reply.body.description],
    [409, `Request ${sandbox.last()} had no account, so it has no state`],
  );
});
