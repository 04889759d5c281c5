import test from 'ava';
import {created, newCategory, newConstituent, newGift, newKeyword, ownAccount} from '../support/factories.js';
import {startTestSandbox} from '../support/sandbox.js';

async function open(t: import('ava').ExecutionContext) {
  const client = ownAccount(await startTestSandbox(t));
  const {id} = await newConstituent(client);
  return {client, id, give: (body: object) => newGift(client, id, body)};
}

test('a gift has 41 fields; in its constituent’s list it has eight, two of them renamed', async t => {
  const {client, id, give} = await open(t);
  const gift = await give({received_amount: 250, received_date: '2023-03-18'});
  t.is(Object.keys(gift).length, 42, '41 fields and api_version');
  const {items} = (await client.get(`constituents/${id}/gifts`)).body;
  t.deepEqual(items, [
    {
      id: gift.id,
      constituent_id: id,
      gift_type_id: 1,
      gift_type_name: 'Gift',
      amount: 250,
      date: '2023-03-18',
      created_at: gift.created_at,
      updated_at: gift.updated_at,
    },
  ]);
});

test('amounts and dates default to those received; unset fields are 0 or null', async t => {
  const {give} = await open(t);
  t.like(await give({received_amount: '25.50', received_date: '2025-12-01'}), {
    received_amount: 25.5,
    deductible_amount: 25.5,
    deposited_amount: 25.5,
    deposit_date: '2025-12-01',
    campaign_id: 0,
    campaign_name: null,
    fund_id: 0,
    fund_name: null,
    appeal_id: 0,
    appeal_name: null,
    event_id: 0,
    event_name: null,
    gift_category_id: 0,
    gift_category_name: null,
    payment_type_id: null,
    payment_type_name: null,
    parent_gift_id: null,
    is_anon: false,
    custom_fields: [],
    team_member: null,
  });
  t.like(await give({received_amount: 100, deductible_amount: 80, deposit_date: '2025-01-01'}), {
    deductible_amount: 80,
    deposited_amount: 100,
    deposit_date: '2025-01-01',
  });
});

test('an id takes precedence over a name; either sets both; an unknown optional name is ignored', async t => {
  const {client, give} = await open(t);
  const [one, two] = (await client.get('funds')).body.items;
  t.like(await give({fund_id: two.id, fund_name: one.name}), {fund_id: two.id, fund_name: two.name});
  const gift = await give({fund_name: one.name, gift_category_name: 'Donation', payment_type_name: 'Check'});
  t.like(gift, {fund_id: one.id, gift_category_name: 'Donation', payment_type_name: 'Check'});
  t.true(gift.payment_type_id > 1000);
  t.like(await give({fund_name: 'No Such Fund'}), {fund_id: 0, fund_name: null});
  t.is(
    (await client.patch(`gifts/${gift.id}`, {fund_name: 'No Such Fund'})).body.fund_id,
    one.id,
    'an update ignores it too',
  );
  t.like((await client.patch(`gifts/${gift.id}`, {fund_id: 0})).body, {fund_id: 0, fund_name: null});
});

test('the gift type is set by id or name; a missing or unknown type is rejected', async t => {
  const {client, id} = await open(t);
  const post = (body: object) => client.post(`constituents/${id}/gifts`, body);
  t.is((await post({gift_type_name: 'In Kind'})).body.gift_type_id, 8);
  for (const [body, description] of [
    [{}, 'gift_type_id: is required, or gift_type_name'],
    [{gift_type_id: 99}, 'gift_type_id: there is no gift type with id 99'],
    [{gift_type_name: 'Present'}, 'gift_type_name: there is no gift type named "Present"'],
    [{gift_type_id: 1, fund_id: 7}, 'fund_id: there is no fund with id 7'],
  ] as const) {
    const reply = await post(body);
    t.is(reply.status, 422);
    t.true(reply.body.description.startsWith(description), reply.body.description);
  }
});

test('a parent gift is set by id or external id, and the response has both', async t => {
  const {client, id, give} = await open(t);
  const pledge = await give({gift_type_id: 7, external_id: 4711});
  t.is(pledge.external_id, '4711');
  const both = {parent_gift_id: pledge.id, parent_external_id: '4711'};
  t.like(await give({gift_type_id: 13, parent_gift_id: pledge.id}), both);
  const payment = await give({gift_type_id: 13, parent_external_id: '4711'});
  t.like(payment, both);
  const reply = await client.post(`constituents/${id}/gifts`, {gift_type_id: 13, parent_external_id: 'none'});
  t.is(reply.status, 422);
  await client.delete(`gifts/${pledge.id}`);
  t.like((await client.get(`gifts/${payment.id}`)).body, {parent_gift_id: pledge.id, parent_external_id: null});
});

test('the external id of another gift is rejected', async t => {
  const {client, id, give} = await open(t);
  const gift = await give({external_id: 'import-x'});
  const {status, body} = await client.post(`constituents/${id}/gifts`, {gift_type_id: 1, external_id: 'import-x'});
  t.is(status, 422);
  t.is(body.description, `external_id: "import-x" is taken by gift ${gift.id}`);
  t.is(
    (await client.patch(`gifts/${gift.id}`, {external_id: 'import-x'})).status,
    200,
    'a gift keeps its own external id',
  );
});

test('the team member of a gift is set by id, e-mail or name', async t => {
  const {client, give} = await open(t);
  const [{id: member}] = (await client.get('team_members')).body.items;
  const pat = {team_member: 'Pat Quinn', team_member_email: 'team_member@example.com'};
  for (const team_member of [String(member), member, 'team_member@example.com', 'Pat Quinn']) {
    t.like(await give({team_member}), pat);
  }
});

test('observed 5: parent_gift_id 0, parent_external_id 0 and a blank team_member unset the field', async t => {
  const {client, give} = await open(t);
  const unset = {parent_gift_id: 0, parent_external_id: 0, team_member: ''};
  const none = {parent_gift_id: null, parent_external_id: null, team_member: null, team_member_email: null};
  t.like(await give(unset), none);
  const pledge = await give({gift_type_id: 7, external_id: 'pledge-1'});
  const payment = await give({parent_gift_id: pledge.id, team_member: 'Pat Quinn'});
  t.like(payment, {parent_gift_id: pledge.id, parent_external_id: 'pledge-1', team_member: 'Pat Quinn'});
  t.like((await client.patch(`gifts/${payment.id}`, unset)).body, none);
  t.like(await give({parent_gift_id: 0, parent_external_id: 'pledge-1'}), {parent_gift_id: pledge.id});
  t.like(await give({parent_gift_id: '0', parent_external_id: '0'}), none);
});

test('observed 6: an unknown team_member is dropped silently; a PATCH keeps the previous one', async t => {
  const {client, give} = await open(t);
  t.is((await give({team_member: 'Nobody'})).team_member, null);
  const gift = await give({team_member: 'Pat Quinn'});
  const {status, body} = await client.patch(`gifts/${gift.id}`, {team_member: 'Nobody', note: 'x'});
  t.is(status, 200);
  t.like(body, {team_member: 'Pat Quinn', note: 'x'});
});

test('required_fields=observed: gift_type defaults to Gift; the contract’s error names the switch', async t => {
  const contract = await open(t);
  const refused = await contract.client.post(`constituents/${contract.id}/gifts`, {received_amount: 'x'});
  t.is(refused.status, 422);
  t.regex(refused.body.description, /gift_type_id: is required, or gift_type_name.*--assume required_fields=observed$/);
  const client = ownAccount(await startTestSandbox(t, {assume: {required_fields: 'observed'}}));
  const {id} = await newConstituent(client);
  const {body} = await client.post(`constituents/${id}/gifts`, {received_amount: 5});
  t.like(body, {gift_type_id: 1, gift_type_name: 'Gift', received_amount: 5});
  t.is((await client.post(`constituents/${id}/gifts`, {gift_type_id: null})).body.gift_type_id, 1);
  t.is(
    (await client.post(`constituents/${id}/gifts`, {gift_type_id: 99})).status,
    422,
    'an unknown type is still rejected',
  );
  t.is((await client.patch(`gifts/${body.id}`, {gift_type_id: null})).status, 422);
});

const tribute = {
  tribute_name: 'Memorial - General',
  tributee_name: 'A. Marsh',
  tribute_dedication: 'With thanks.',
  tribute_recipient_name: 'B. Marsh',
  tribute_recipient_salutation: 'Bea',
  tribute_recipient_email: 'bea@example.com',
  tribute_recipient_address: '12 Harbour Road',
  tribute_recipient_notification_template: 'Memorial Notification',
};

test('a tribute is created, updated and included in search results', async t => {
  const {client, id, give} = await open(t);
  const gift = await give({...tribute, gift_type_name: 'In Memory of', gift_type_id: 11, external_id: 'honour'});
  t.like(gift, {...tribute, gift_type_name: 'In Memory of'});
  const found = (await client.get('gifts/search?q[]=external_gift_ids=honour')).body.items;
  t.like(found[0], tribute);
  const changed = (await client.patch(`gifts/${gift.id}`, {tributee_name: 'C. Marsh', tribute_dedication: null})).body;
  t.like(changed, {...tribute, tributee_name: 'C. Marsh', tribute_dedication: null});
  t.is((await client.post(`constituents/${id}/gifts`, {gift_type_id: 1, tribute_name: 5})).status, 422);
});

test('auto_sync_to_qbo is accepted, and returned only with assume.auto_sync_to_qbo', async t => {
  const {client, give} = await open(t);
  const gift = await give({auto_sync_to_qbo: true});
  t.false('auto_sync_to_qbo' in gift);
  t.false('auto_sync_to_qbo' in (await client.patch(`gifts/${gift.id}`, {auto_sync_to_qbo: true})).body);
  const linked = ownAccount(await startTestSandbox(t, {assume: {auto_sync_to_qbo: 'false'}}));
  const {id} = await newConstituent(linked);
  const shown = await newGift(linked, id, {auto_sync_to_qbo: true});
  const names = Object.keys(shown);
  t.is(shown.auto_sync_to_qbo, false);
  t.deepEqual(names.slice(names.indexOf('parent_external_id')).slice(1, 3), ['auto_sync_to_qbo', 'tribute_name']);
  t.is((await linked.get('gifts/search')).body.items[0].auto_sync_to_qbo, false);
});

test('ten gift types are listed; a gift of type 14 is readable by id but omitted from lists', async t => {
  const {client, id, give} = await open(t);
  const {items} = (await client.get('gift_types')).body;
  t.deepEqual(
    items.map((type: {id: number; name: string; ordinal: number}) => type.id),
    [1, 5, 7, 8, 9, 10, 11, 12, 13, 15],
  );
  t.like(items[5], {id: 10, name: 'In Honor of'});
  t.like(items[9], {id: 15, name: 'Peer Credit'});
  const shown = await give({received_amount: 1});
  const hidden = await give({gift_type_id: 14, received_amount: 5, external_id: 'hidden'});
  t.is((await client.get(`gifts/${hidden.id}`)).body.gift_type_id, 14);
  const listed = (await client.get(`constituents/${id}/gifts`)).body;
  t.deepEqual([listed.total_items, listed.items[0].id], [1, shown.id]);
  t.is((await client.get('gifts/search?q[]=external_gift_ids=hidden')).body.total_items, 0);
  t.is((await client.get('gifts/search?q[]=gift_types=in|14')).body.total_items, 0);
  t.is(
    (await client.post(`constituents/${id}/gifts`, {gift_type_name: 'Hidden'})).status,
    422,
    'type 14 cannot be set by name',
  );
  t.is((await client.patch(`gifts/${hidden.id}`, {note: 'x'})).body.note, 'x');
  t.is((await client.delete(`gifts/${hidden.id}`)).status, 200);
});

test('ack_template_name: do_not_ack clears the template; an unknown template is ignored', async t => {
  const {client, give} = await open(t);
  const gift = await give({ack_template_name: 'Donation Acknowledgment'});
  t.is(gift.ack_template_name, 'Donation Acknowledgment');
  const patched = async (ack_template_name: string) =>
    (await client.patch(`gifts/${gift.id}`, {ack_template_name})).body.ack_template_name;
  t.is(await patched('No Such Letter'), 'Donation Acknowledgment');
  t.is(await patched('do_not_ack'), null);
});

test('custom field values are appended; remove_previous_values replaces; unknown fields are ignored', async t => {
  const {client, give} = await open(t);
  const field = await newCategory(client, {item_type: 'Gift', name: 'Purpose'});
  for (const name of ['a', 'b']) {
    await newKeyword(client, field.id, name);
  }
  const wanted = (name: string, more = {}) => ({custom_fields: [{name: 'Purpose', values: [{name}], ...more}]});
  const gift = await give({custom_fields: [...wanted('a').custom_fields, {name: 'Nothing', values: [{name: 'x'}]}]});
  t.is(gift.custom_fields.length, 1);
  t.deepEqual(Object.keys(gift.custom_fields[0]).slice(0, 3), ['id', 'item_type', 'name']);
  const names = async (body: object) => {
    const reply = await created(client.patch(`gifts/${gift.id}`, body));
    return reply.custom_fields.map(({values}: {values: Array<{name: string}>}) => values.map(({name}) => name));
  };
  t.deepEqual(await names(wanted('b')), [['a', 'b']]);
  t.deepEqual(await names(wanted('b', {remove_previous_values: true})), [['b']]);
  await client.patch(`categories/${field.id}`, {facet_type: 'single'});
  t.deepEqual(await names(wanted('a')), [['a']], 'a field with facet_type single has one value');
  const {status, body} = await client.patch(`gifts/${gift.id}`, wanted('c'));
  t.is(status, 422);
  t.true(body.description.startsWith('custom_fields[0].values[0].name: there is no keyword "c"'));
  await client.delete(`categories/${field.id}`);
  t.deepEqual((await client.get(`gifts/${gift.id}`)).body.custom_fields, []);
});

test('the gifts of a constituent are sorted by date, latest first, then by id', async t => {
  const {client, id, give} = await open(t);
  const dates = ['2024-01-01', '2025-01-01', undefined, '2024-01-01'];
  const ids: number[] = [];
  for (const received_date of dates) {
    ids.push((await give(received_date === undefined ? {} : {received_date})).id);
  }
  const {items} = (await client.get(`constituents/${id}/gifts`)).body;
  t.deepEqual(
    items.map((gift: {id: number}) => gift.id),
    [ids[2], ids[1], ids[0], ids[3]],
  );
});
