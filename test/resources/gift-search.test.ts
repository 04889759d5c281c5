import test from 'ava';
import {type Client, created, newConstituent, newGift, ownAccount} from '../support/factories.js';
import {startTestSandbox} from '../support/sandbox.js';

const path = (...terms: string[]) => `gifts/search?${terms.map(term => `q[]=${encodeURIComponent(term)}`).join('&')}`;

/** Returns the check numbers of the results; each test names its gifts by them. */
async function found(client: Client, ...terms: string[]): Promise<string> {
  const {body} = await client.get(path(...terms));
  return body.items.map((item: {check_number: string}) => item.check_number).join(' ');
}

async function scene(t: Parameters<typeof startTestSandbox>[0]) {
  const client = ownAccount(await startTestSandbox(t, {profile: 'empty'}));
  const [zoe, amy] = [
    await newConstituent(client, {last_name: 'Zoe'}),
    await newConstituent(client, {last_name: 'Amy'}),
  ];
  const [fund] = (await client.get('funds?limit=1')).body.items;
  const [cash] = (await client.get('payment_types?limit=1')).body.items;
  const give = (constituent: {id: number}, check_number: string, more: object) =>
    newGift(client, constituent.id, {check_number, ...more});
  const gifts = [
    await give(zoe, 'a', {received_amount: 10, received_date: '2025-01-01', external_id: 'X-1'}),
    await give(amy, 'b', {
      received_amount: 20.5,
      received_date: '2025-02-01',
      fund_id: fund.id,
      payment_type_id: cash.id,
    }),
    await give(zoe, 'c', {received_amount: 30, gift_type_id: 7}),
    await give(amy, 'd', {received_amount: 40, received_date: '2025-02-01'}),
  ];
  return {client, zoe, amy, fund, cash, gifts};
}

test('the default order is undated gifts, then latest first, then largest first', async t => {
  const {client} = await scene(t);
  t.is(await found(client), 'c d b a');
});

test('gifts are found by dates, amounts, types and ids', async t => {
  const {client, gifts} = await scene(t);
  t.is(await found(client, 'date_to=2025-01-31'), 'a');
  t.is(
    await found(client, 'created_from=2026-01-01;created_to=2026-01-01;updated_from=2026-01-01;updated_to=2026-01-01'),
    'c d b a',
  );
  t.is(await found(client, 'created_to=2025-12-31'), '');
  t.is(await found(client, 'gift_amount=gte|30'), 'c d');
  t.is(await found(client, 'gift_amount=eq|20.50'), 'b');
  t.is(await found(client, 'gift_amount=ne|30'), 'd b a');
  t.is(await found(client, 'gift_amount=btw|10|30'), 'c b a');
  t.is(await found(client, 'gift_types=in|7'), 'c');
  t.is(await found(client, 'gift_types=ni|7,8'), 'd b a');
  t.is(await found(client, `gift_ids=${gifts[0].id},${gifts[3].id},1`), 'd a');
  t.is(await found(client, 'external_gift_ids=x-1,nothing'), 'a');
});

test('observed 16: date_from without date_to also finds gifts without a date', async t => {
  const {client} = await scene(t);
  t.is(await found(client, 'date_from=2025-02-01'), 'c d b');
  t.is(await found(client, 'date_from=2025-02-01;date_to=2025-12-31'), 'd b');
  t.is(await found(client, 'date_to=2025-12-31'), 'd b a');
});

test('gift_search_names: search results have names or null; the gift itself always has names', async t => {
  for (const gift_search_names of ['filled', 'null'] as const) {
    const client = ownAccount(await startTestSandbox(t, {assume: {gift_search_names}}));
    const {id} = await newConstituent(client);
    const [fund] = (await client.get('funds?limit=1')).body.items;
    const gift = await newGift(client, id, {fund_id: fund.id, external_id: 'mine'});
    const [item] = (await client.get(path('external_gift_ids=mine'))).body.items;
    t.like(item, {fund_id: fund.id, fund_name: gift_search_names === 'filled' ? fund.name : null});
    t.is(gift.fund_name, fund.name);
  }
});

test('lookup terms support in, ni and bl', async t => {
  const {client, fund, cash} = await scene(t);
  t.is(await found(client, `funds=in|${fund.id}`), 'b');
  t.is(await found(client, `funds=ni|${fund.id}`), 'c d a', 'ni also matches gifts without a fund');
  t.is(await found(client, 'funds=bl'), 'c d a');
  t.is(await found(client, `payment_types=in|${cash.id},999`), 'b');
  t.is(await found(client, 'payment_types=bl;gift_types=ni|7'), 'd a');
  for (const name of ['campaigns', 'appeals', 'events', 'categories']) {
    t.is(await found(client, `${name}=bl`), 'c d b a', name);
    t.is(await found(client, `${name}=bl|`), 'c d b a', name);
    t.is(await found(client, `${name}=in|5`), '', name);
  }
  t.is(await found(client, 'funds=bl|'), 'c d a');
  t.is(await found(client, 'payment_types=bl|;gift_types=ni|7'), 'd a');
  t.is((await client.get(path('funds=bl|5'))).status, 400);
});

test("every sort key works; name sorts by the constituent's current name", async t => {
  const {client, zoe} = await scene(t);
  const sorted = async (sort: string) => {
    const {body} = await client.get(`gifts/search?sort=${sort}`);
    return body.items.map((item: {check_number: string}) => item.check_number).join(' ');
  };
  t.is(await sorted('name'), 'd b c a');
  t.is(await sorted('name!'), 'c a d b');
  t.is(await sorted('gift_amount'), 'a b c d');
  t.is(await sorted('date'), 'a d b c', 'undated gifts come last');
  t.is(await sorted('date!'), 'c d b a');
  t.is(await sorted('fund'), 'b d c a');
  t.is(await sorted('gift_type!'), 'c d b a');
  for (const tie of ['date_created', 'date_updated!', 'appeal', 'campaign!']) {
    t.is(await sorted(tie), 'd c b a', `${tie}: ties are sorted by descending amount`);
  }
  await created(client.patch(`constituents/${zoe.id}`, {last_name: 'Abe'}));
  t.is(await sorted('name'), 'c a d b');
});

test('expand adds fields of the constituent to the gift itself', async t => {
  const {client} = await scene(t);
  const donor = await newConstituent(client, {
    org_name: 'Harbour Trust',
    external_constituent_id: 9,
    email_addresses: [{address: 'a@example.com'}],
    phone_numbers: [{number: '1'}],
    street_addresses: [{city: 'Oslo'}],
  });
  await newGift(client, donor.id, {external_id: 'mine'});
  const names = [
    'external_constituent_id',
    'first_name',
    'last_name',
    'org_name',
    'street_addresses',
    'phone_numbers',
    'email_addresses',
  ];
  const {body} = await client.get(`${path('external_gift_ids=mine')}&expand=${names.join(', ')}`);
  const single = (await client.get(`constituents/${donor.id}`)).body;
  t.deepEqual(Object.keys(body.items[0]).slice(41), names);
  for (const name of names) {
    t.deepEqual(body.items[0][name], single[name], name);
  }
});

for (const [term, expected] of [
  [
    'gift_amount=btw|5',
    /^gift_amount: Unable to parse value: must be op\|number with op one of gte, .* or btw\|number\|number, got "btw\|5"$/,
  ],
  ['gift_types=bl', /^gift_types: must be in\|ids or ni\|ids, the ids separated by commas, got "bl"$/],
  ['funds=in|', /^funds: must be in\|ids or ni\|ids, .* or bl, got "in\|"$/],
  ['funds=in|1|2', /^funds: must be/],
  ['funds=5', /^funds: must be/],
  ['gift_ids=', /^gift_ids: must be comma-separated ids/],
  ['date_from=2025', /^date_from: must be a moment/],
  ['city=Oslo', /^Unknown query parameter: city$/],
] as const) {
  test(`rejected with a description: ${term}`, async t => {
    const client = ownAccount(await startTestSandbox(t, {profile: 'empty'}));
    const {status, body} = await client.get(path(term));
    t.is(status, 400);
    t.regex(body.description, expected);
  });
}
