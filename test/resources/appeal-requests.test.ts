import test from 'ava';
import {created, newCategory, newConstituent, newGift, newKeyword, ownAccount} from '../support/factories.js';
import {startTestSandbox} from '../support/sandbox.js';

async function open(t: import('ava').ExecutionContext) {
  const client = ownAccount(await startTestSandbox(t));
  const {id} = await newConstituent(client);
  const appeals = (await client.get('appeals')).body.items as Array<{id: number; name: string; date: string}>;
  return {client, id, appeal: appeals[0]!, other: appeals[1]!};
}

test('an appeal request is created under an appeal or a constituent; the body names the other', async t => {
  const {client, id, appeal} = await open(t);
  const expected = {
    constituent_id: id,
    constituent_name: 'Marsh, Ivo',
    appeal_id: appeal.id,
    name: `Appeal: ${appeal.name} (${appeal.date})`,
    raised: 0,
    status: 'open',
    ask_amount: 100,
    assigned_to: null,
    custom_fields: [],
    custom_attrs: [],
  };
  const body = {constituent_id: String(id), ask_amount: '100'};
  t.like(await created(client.post(`appeals/${appeal.id}/appeal_requests`, body)), expected);
  const underConstituent = {appeal_id: appeal.id, ask_amount: 100};
  t.like(await created(client.post(`constituents/${id}/appeal_requests`, underConstituent)), expected);
  t.is((await client.get(`constituents/${id}/appeal_requests`)).body.total_items, 2);
});

test('an appeal request with a missing or unknown constituent or appeal is rejected', async t => {
  const {client, id, appeal} = await open(t);
  for (const [path, body, description] of [
    [`appeals/${appeal.id}`, {}, 'constituent_id: is required'],
    [`appeals/${appeal.id}`, {constituent_id: 1}, 'constituent_id: there is no constituent with id 1'],
    [`constituents/${id}`, {}, 'appeal_id: is required'],
    [`constituents/${id}`, {appeal_id: 1, assigned_to: 2}, 'appeal_id: there is no appeal with id 1'],
  ] as const) {
    const reply = await client.post(`${path}/appeal_requests`, body);
    t.is(reply.status, 422);
    t.true(reply.body.description.startsWith(description), reply.body.description);
  }
});

test('raised is the sum of the constituent’s gifts to the appeal', async t => {
  const {client, id, appeal, other} = await open(t);
  const request = await created(client.post(`constituents/${id}/appeal_requests`, {appeal_id: appeal.id}));
  await newGift(client, id, {appeal_id: appeal.id, received_amount: 0.1});
  await newGift(client, id, {appeal_name: appeal.name, received_amount: 0.2});
  await newGift(client, id, {appeal_id: other.id, received_amount: 50});
  t.is((await client.get(`appeal_requests/${request.id}`)).body.raised, 0.3);
});

test('raised does not overflow: it is capped at the largest number', async t => {
  const {client, id, appeal} = await open(t);
  const request = await created(client.post(`constituents/${id}/appeal_requests`, {appeal_id: appeal.id}));
  const raised = async () => (await client.get(`appeal_requests/${request.id}`)).body.raised;
  await newGift(client, id, {appeal_id: appeal.id, received_amount: 1e306});
  t.is(await raised(), 1e306, 'no overflow although the amount in cents would overflow');
  await newGift(client, id, {appeal_id: appeal.id, received_amount: 1.7e308});
  await newGift(client, id, {appeal_id: appeal.id, received_amount: 1.7e308});
  t.is(await raised(), Number.MAX_VALUE);
});

test('name and constituent_name are updated with the appeal and the constituent', async t => {
  const {client, id, appeal, other} = await open(t);
  const request = await created(client.post(`constituents/${id}/appeal_requests`, {appeal_id: appeal.id}));
  await client.patch(`constituents/${id}`, {last_name: 'Hall'});
  const {body} = await client.patch(`appeal_requests/${request.id}`, {appeal_id: other.id});
  t.like(body, {constituent_name: 'Hall, Ivo', name: `Appeal: ${other.name} (${other.date})`});
});

test('custom fields and custom attributes are stored, replaced and removed', async t => {
  const {client, id, appeal} = await open(t);
  const category = await newCategory(client, {name: 'Channel'});
  const keyword = await newKeyword(client, category.id, 'Phone');
  const [definition] = (await client.get('attributes?item_type=Invitation')).body.items;
  const request = await created(
    client.post(`constituents/${id}/appeal_requests`, {
      appeal_id: appeal.id,
      custom_fields: [{id: category.id, values: [{id: keyword.id}]}],
      custom_attrs: [{key: definition.key, value: 'By letter'}],
    }),
  );
  t.like(request.custom_fields[0], {id: category.id, name: 'Channel', values: [{id: keyword.id, name: 'Phone'}]});
  t.like(request.custom_attrs[0], {key: definition.key, value: 'By letter', classification: 'text'});
  const {body} = await client.patch(`appeal_requests/${request.id}`, {
    custom_fields: [{name: 'Channel', remove_previous_values: true, values: []}],
    custom_attrs: [{key: definition.key, value: 'By phone'}],
  });
  t.deepEqual(body.custom_fields, []);
  t.deepEqual(body.custom_attrs, [{...request.custom_attrs[0], value: 'By phone'}]);
});
