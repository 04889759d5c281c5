import test from 'ava';
import {adminOf} from '../support/admin.js';
import {newConstituent, ownAccount} from '../support/factories.js';
import {startTestSandbox} from '../support/sandbox.js';

test('timestamps, default dates and lapsed memberships use the account’s clock', async t => {
  const own = adminOf(await startTestSandbox(t, {profile: 'empty'}));
  const add = async () =>
    (await own.api.post('constituents', {first_name: 'A', last_name: 'B', email_addresses: []})).body;
  const early = await add();
  t.like(early, {created_at: '2026-01-01T00:00:00Z', date_added: '2026-01-01'});
  await own.api.post(`constituents/${early.id}/memberships`, {finish_date: '2026-06-30'});
  const lapsed = async () => (await own.api.get('constituents/search?q[]=membership_status=0')).body.total_items;
  t.is(await lapsed(), 0);
  const {body} = await own.put('/clock', {advance: 'P6M1D'});
  t.deepEqual(body, {mode: 'frozen', now: '2026-07-02T00:00:00Z', tick: null});
  t.is(await lapsed(), 1);
  t.like(await add(), {created_at: '2026-07-02T00:00:00Z', date_added: '2026-07-02'});
  t.like((await own.api.patch(`constituents/${early.id}`, {nick_name: 'x'})).body, {
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-07-02T00:00:00Z',
  });
});

test('the Date header uses a frozen clock, and the real time otherwise', async t => {
  const sandbox = await startTestSandbox(t);
  const own = adminOf(sandbox);
  const dateOf = ({headers}: {readonly headers: Headers}) => headers.get('date');
  const isNow = (date: string | null) => Math.abs(Date.parse(date!) - Date.now()) < 3_600_000;
  const frozen = 'Sun, 01 Mar 2026 10:00:00 GMT';
  t.is(dateOf(await own.put('/clock', {now: '2026-03-01T10:00:00Z', tick: 'PT1H'})), frozen);
  t.is(dateOf(await own.api.get('groups')), frozen);
  t.is(dateOf(await own.api.get('groups/999999')), frozen, 'errors use the clock too');
  t.is(
    dateOf(await own.api.post('groups', {name: 'a'})),
    frozen,
    'a write has the time of its timestamps, before the tick',
  );
  t.is(dateOf(await own.api.get('groups')), 'Sun, 01 Mar 2026 11:00:00 GMT');
  const {listener} = (await own.get()).body;
  const submitted = await sandbox.post(listener, {name: 'Ada'}, {key: null});
  t.is(dateOf(submitted), 'Sun, 01 Mar 2026 11:00:00 GMT');
  for (const reply of [
    await sandbox.get('/health', {key: null}),
    await sandbox.get('/api/v1/groups', {key: 'nobody'}),
    await own.put('/clock', {mode: 'running'}),
    await own.put('/clock', {mode: 'machine'}),
    await own.api.get('groups'),
  ]) {
    t.true(isNow(dateOf(reply)), dateOf(reply)!);
  }
});

test('a clock can be set, advanced in both directions, frozen, run and ticked', async t => {
  const own = adminOf(await startTestSandbox(t));
  const put = async (body: object) => (await own.put('/clock', body)).body;
  t.is((await put({now: '2030-01-31'})).now, '2030-01-31T00:00:00Z');
  t.is((await put({advance: 'P1M'})).now, '2030-02-28T00:00:00Z');
  t.is((await put({advance: '-PT1S'})).now, '2030-02-27T23:59:59Z');
  t.deepEqual(await put({now: '2030-01-01T10:00:00Z', tick: 'PT2S'}), {
    mode: 'frozen',
    now: '2030-01-01T10:00:00Z',
    tick: 'PT2S',
  });
  const writes = [await own.api.post('groups', {name: 'a'}), await own.api.post('groups', {name: 'b'})];
  t.true(writes.every(({status}) => status === 200));
  await own.api.get('groups');
  await own.api.post('groups', {});
  t.is((await own.get('/clock')).body.now, '2030-01-01T10:00:04Z', 'reads and rejected writes do not tick');
  const running = await put({mode: 'running', now: '2040-01-01'});
  t.is(running.mode, 'running');
  t.regex(running.now, /^2040-01-01T00:00:0/);
  t.regex((await put({mode: 'frozen'})).now, /^2040-01-01T00:00:/);
  const machine = await put({mode: 'machine'});
  t.true(Math.abs(Date.parse(machine.now) - Date.now()) < 60_000);
});

test('each account has its own clock; all=true changes all of them', async t => {
  const sandbox = await startTestSandbox(t);
  const [one, two] = [adminOf(sandbox), adminOf(sandbox)];
  await two.get();
  await one.put('/clock', {now: '2031-01-01'});
  t.is((await two.get('/clock')).body.now, '2026-01-01T00:00:00Z');
  await one.put('/clock?all=true', {advance: 'P1D'});
  t.is((await one.get('/clock')).body.now, '2031-01-02T00:00:00Z');
  t.is((await two.get('/clock')).body.now, '2026-01-02T00:00:00Z');
});

test('invalid clock settings are rejected', async t => {
  const sandbox = await startTestSandbox(t);
  const own = adminOf(sandbox);
  const refused: Array<[object, RegExp]> = [
    [{now: 'tomorrow'}, /^now: must be a moment, .* got "tomorrow"$/],
    [{now: '2026-02-30'}, /^now: must be a moment/],
    [{now: 5}, /^now: must be a string/],
    [{advance: '1 day'}, /^advance: must be an ISO 8601 duration/],
    [{advance: 'P9999Y'}, /^advance: must lead to a moment in the years 0 to 9999, got "P9999Y"$/],
    [{advance: 'P99999Y'}, /^advance: must lead to a moment/],
    [{mode: 'stopped', tick: '1'}, /^mode: must be one of frozen, running, machine, got "stopped"$/],
    [{mode: 'running', tick: 'PT1S'}, /^tick: is for a frozen clock/],
    [{tick: '-PT1S'}, /^tick: must be an ISO 8601 duration/],
    [
      {mode: 'frozen', tick: 'PT0.0004S'},
      /^tick: must be a millisecond \(PT0\.001S\) or more, or null, got "PT0\.0004S"$/,
    ],
    [{time: '2026-01-01'}, /^time: unknown field; the body takes mode, now, advance, tick$/],
  ];
  for (const [body, description] of refused) {
    const reply = await own.put('/clock', body);
    t.is(reply.status, 422, JSON.stringify(body));
    t.regex(reply.body.description, description);
  }
  t.is((await own.get('/clock')).body.now, '2026-01-01T00:00:00Z');
  t.truthy(await newConstituent(ownAccount(sandbox)));
});
