import test from 'ava';
import {version} from '../../src/version.js';
import {adminOf} from '../support/admin.js';
import {startTestSandbox} from '../support/sandbox.js';

const group = {name: 'Choir'};

test('GET /_sandbox returns version, seed, clock and record counts', async t => {
  const own = adminOf(await startTestSandbox(t, {seed: 5}));
  const {body} = await own.get();
  t.like(body, {version, seed: 5, generation: 1, snapshots: [], accounts: 1});
  t.is(body.account, own.key!.slice(4));
  t.deepEqual(body.clock, {mode: 'frozen', now: '2026-01-01T00:00:00Z', tick: null});
  t.is(body.counts.constituents, 50);
});

test('a reset restores data, id counters and clock', async t => {
  const own = adminOf(await startTestSandbox(t));
  const before = (await own.api.get('groups')).text;
  const first = (await own.api.post('groups', group)).body;
  await own.put('/clock', {now: '2030-05-05'});
  await own.api.delete('constituents/959410');
  const {status, body} = await own.post('/reset');
  t.is(status, 200);
  t.is(body.generation, 2);
  t.is(body.counts.constituents, 50);
  t.is(body.clock.now, '2026-01-01T00:00:00Z');
  t.is((await own.api.get('groups')).text, before);
  t.deepEqual((await own.api.post('groups', group)).body, first, 'the same id and timestamp');
});

test('a reset to empty keeps the lookup lists but no constituents', async t => {
  const own = adminOf(await startTestSandbox(t));
  const {body} = await own.post('/reset', {to: 'empty'});
  t.is(body.counts.constituents, 0);
  t.is(body.counts.gifts, 0);
  t.true(body.counts.gift_types > 0);
  const constituent = await own.api.post('constituents', {first_name: 'A', last_name: 'B', email_addresses: []});
  t.is(constituent.body.id, 959400);
  t.is((await own.post('/reset')).body.counts.constituents, 50);
});

test('a reset affects one account; all=true resets all of them', async t => {
  const sandbox = await startTestSandbox(t);
  const [one, two] = [adminOf(sandbox), adminOf(sandbox)];
  for (const own of [one, two]) {
    await own.api.post('groups', group);
  }
  const groups = async (own: typeof one) => (await own.get()).body.counts.groups;
  const [, before] = [await one.post('/reset'), await groups(one)];
  t.is(await groups(two), before + 1);
  await one.post('/reset?all=true');
  t.is(await groups(two), before);
});

test('unknown fields, parameters and paths are rejected, and nothing is changed', async t => {
  const own = adminOf(await startTestSandbox(t));
  await own.api.post('groups', group);
  const {counts} = (await own.get()).body;
  const refused: Array<[string, unknown, number, RegExp]> = [
    ['/reset', {too: 'empty'}, 422, /^too: unknown field; the body takes to; did you mean to\?$/],
    ['/reset', {to: 'nothing'}, 422, /^to: must be one of baseline, empty, got "nothing"$/],
    ['/reset', [], 400, /JSON array/],
    ['/reset?all=yes', {}, 400, /^all: must be true or false, got "yes"$/],
    ['/seed?all=true', {}, 400, /^all: cannot be used with this path$/],
    ['/rest', {}, 404, /nothing at "\/_sandbox\/rest"/],
    ['', {}, 405, /^POST is not offered on this path; it takes GET, HEAD$/],
  ];
  for (const [path, sent, status, description] of refused) {
    const reply = await own.post(path, sent);
    t.is(reply.status, status, path);
    t.regex(reply.body.description, description);
  }
  t.deepEqual((await own.get()).body.counts, counts);
});

test('a read-only key can only read the admin API; blocked, unknown and missing keys are rejected', async t => {
  const sandbox = await startTestSandbox(t);
  const reading = adminOf(sandbox, 'sandbox-readonly-key');
  t.is((await reading.get()).status, 200);
  t.is((await reading.post('/reset')).status, 403);
  t.is((await adminOf(sandbox, 'sandbox-blocked-key').get()).status, 403);
  t.is((await adminOf(sandbox, null).get()).status, 401);
  t.is((await adminOf(sandbox, 'wrong').post('/reset')).status, 401);
});

test('an admin request from another origin is rejected even with --cors', async t => {
  const sandbox = await startTestSandbox(t, {cors: true});
  const host = new URL(sandbox.url).host;
  t.is((await adminOf(sandbox, 'sandbox-key', {origin: 'https://evil.example'}).post('/reset')).status, 403);
  t.is((await adminOf(sandbox, 'sandbox-key', {origin: 'null'}).get()).status, 403);
  t.is((await adminOf(sandbox, 'sandbox-key', {origin: `http://${host}`}).post('/reset')).status, 200);
});

test('adminKey is required if it is set; with admin: false the admin API is a 404', async t => {
  const guarded = await startTestSandbox(t, {adminKey: 'open-sesame'});
  t.is((await adminOf(guarded, 'sandbox-key').get()).status, 403);
  t.is((await adminOf(guarded, 'sandbox-key', {'x-admin-key': 'wrong'}).get()).status, 403);
  t.is((await adminOf(guarded, 'sandbox-key', {'x-admin-key': 'open-sesame'}).get()).status, 200);
  t.is((await guarded.get('/api/v1/groups')).status, 200);
  const bare = await startTestSandbox(t, {admin: false});
  t.is((await adminOf(bare, 'sandbox-key').post('/reset')).status, 404);
});
