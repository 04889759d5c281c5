import test from 'ava';
import {generateRecords} from '../../fixtures/index.js';
import {catalog} from '../../src/resources/index.js';
import {adminOf} from '../support/admin.js';
import {startTestSandbox} from '../support/sandbox.js';

test('a seed generates data by seed and size; a reset reverts it unless baseline is set', async t => {
  const own = adminOf(await startTestSandbox(t));
  const first = (await own.api.get('constituents')).text;
  const {status, body} = await own.post('/seed', {seed: 9, constituents: 12});
  t.is(status, 200);
  t.is(body.counts.constituents, 12);
  t.is(body.generation, 2);
  const [row] = generateRecords(catalog, {seed: 9, constituents: 12}).collections.get('constituents')!.values();
  t.is(
    (await own.api.get(`constituents/${row!.id}`)).body.last_name,
    (row as unknown as {last_name: string}).last_name,
  );
  await own.post('/reset');
  t.is((await own.api.get('constituents')).text, first);
  t.is((await own.post('/seed', {profile: 'empty', baseline: true})).body.counts.constituents, 0);
  t.is((await own.post('/reset')).body.counts.constituents, 0, 'the seeded data is the baseline');
});

test('generated data ends at seed_until: a date, or the date of the account’s clock', async t => {
  const sandbox = await startTestSandbox(t, {seedUntil: 'now', now: '2027-05-10T12:00:00Z', profile: 'default'});
  const own = adminOf(sandbox);
  const giftsOf = async (from: string) => {
    const {items} = (await own.api.get(`gifts/search?q[]=date_from=${from}&limit=500`)).body;
    return items.filter((gift: {readonly received_date: string | null}) => gift.received_date !== null)
      .length as number;
  };
  t.true((await giftsOf('2027-04-10')) > 0, 'there are gifts in the last 30 days');
  t.is(await giftsOf('2027-05-10'), 0);
  const first = (await own.api.get('gifts/search')).text;
  await own.post('/seed', {});
  t.is((await own.api.get('gifts/search')).text, first, 'seedUntil of the sandbox is the default');
  await own.put('/clock', {now: '2031-02-01'});
  await own.post('/seed', {profile: 'small', seed_until: 'now'});
  t.true((await giftsOf('2030-12-01')) > 0);
  await own.post('/reset', {to: 'empty'});
  const events = async () => (await own.api.get('events?limit=100')).body.items.map(({name}: {name: string}) => name);
  t.true((await events()).includes('Winter Gala 2026'), 'the empty state is that of the start');
  await own.post('/seed', {profile: 'small', seed_until: '2026-01-01'});
  const usual = adminOf(await startTestSandbox(t));
  t.is(
    (await own.api.get('gifts/search?limit=100')).text.replaceAll(/"next_link":"[^"]*",/g, ''),
    (await usual.api.get('gifts/search?limit=100')).text.replaceAll(/"next_link":"[^"]*",/g, ''),
  );
  const {status, body} = await own.post('/seed', {seed_until: 'tomorrow'});
  t.is(status, 422);
  t.is(body.description, 'seed_until: must be now, or a day from 1900-01-01 to 9900-01-01');
  t.is(
    (await own.post('/seed', {seed_until: 'now', records: {}})).body.description,
    'seed_until: is for generated data, and records are given ones: send one or the other',
  );
});

const story = {
  funds: [{$id: 'roof', name: 'Roof Fund'}],
  gifts: [
    {constituent_id: '$ada', gift_type_id: 1, received_amount: 50, fund_id: '$roof', received_date: '2025-05-05'},
  ],
  constituents: [
    {
      $id: 'ada',
      id: 42,
      first_name: 'Ada',
      last_name: 'Lovelace',
      created_at: '2020-02-02T00:00:00Z',
      groups: [{group_name: 'Staff'}],
    },
  ],
};

test('records are merged and may refer to each other by $id in any order', async t => {
  const own = adminOf(await startTestSandbox(t));
  const {counts} = (await own.get()).body;
  const {status, body} = await own.post('/seed', {records: story});
  t.is(status, 200);
  t.is(body.counts.constituents, counts.constituents + 1);
  const ada = (await own.api.get('constituents/42')).body;
  t.like(ada, {sort_name: 'Lovelace, Ada', created_at: '2020-02-02T00:00:00Z'});
  t.is(ada.groups[0].group_name, 'Staff');
  const [gift] = (await own.api.get('gifts/search?q[]=gift_amount=eq|50;date_from=2025-05-05;date_to=2025-05-05')).body
    .items;
  t.like(gift, {constituent_id: 42, fund_name: 'Roof Fund'});
  t.is((await own.api.get('constituents/search?q[]=name=lovelace')).body.total_items, 1);
});

test('mode replace replaces the data and keeps the lookup lists', async t => {
  const own = adminOf(await startTestSandbox(t));
  const before = (await own.get()).body.counts;
  const {counts} = (await own.post('/seed', {records: {constituents: story.constituents}, mode: 'replace'})).body;
  t.is(counts.constituents, 1);
  t.is(counts.gifts, 0);
  t.is(counts.funds, before.funds);
});

test('an invalid record is rejected with its path, and nothing is loaded', async t => {
  const own = adminOf(await startTestSandbox(t));
  const before = (await own.get()).body;
  for (const mode of ['merge', 'replace']) {
    const wrong = {
      ...story,
      gifts: [...story.gifts, {constituent_id: '$nobody', gift_type_id: 1, received_amount: 'ten'}],
    };
    const {status, body} = await own.post('/seed', {records: wrong, mode});
    t.is(status, 422);
    t.regex(body.description, /records\.gifts\[1\]\.received_amount: must be a number, got "ten"/);
    t.regex(body.description, /records\.gifts\[1\]\.constituent_id: .*nobody/);
    t.deepEqual((await own.get()).body, before);
  }
});

test('conflicting or unknown seed options are rejected', async t => {
  const own = adminOf(await startTestSandbox(t));
  const refused: Array<[object, RegExp]> = [
    [{seed: 1, records: {}}, /^seed: is for generated data/],
    [{profile: 'small', constituents: 5}, /^constituents: says how many, and so does profile/],
    [{mode: 'merge'}, /^mode: is for records that are given/],
    [{constituents: -1}, /^constituents: must be from 0 to 1000000$/],
    [{profile: 'huge'}, /^profile: must be one of empty, small, default, large, got "huge"$/],
    [{records: {shoes: []}}, /records\.shoes/],
    [{records: 5}, /records/],
    [
      {sed: 1},
      /^sed: unknown field; the body takes seed, seed_until, profile, constituents, records, mode, baseline; did you mean seed\?$/,
    ],
  ];
  for (const [body, description] of refused) {
    const reply = await own.post('/seed', body);
    t.is(reply.status, 422, JSON.stringify(body));
    t.regex(reply.body.description, description);
  }
});

test('a seed body may be larger than the limit of the API', async t => {
  const own = adminOf(await startTestSandbox(t));
  const groups = Array.from({length: 20_000}, (_, index) => ({
    name: `Group ${index}`,
    id: 10_000_000 + index,
    key: 'x'.repeat(60),
  }));
  t.true(JSON.stringify(groups).length > 2 * 1024 * 1024);
  t.is((await own.post('/seed', {records: {groups}})).status, 200);
});
