import test from 'ava';
import {created, newConstituent, newGift, ownAccount} from '../support/factories.js';
import {startTestSandbox} from '../support/sandbox.js';

const open = async (t: import('ava').ExecutionContext) => ownAccount(await startTestSandbox(t));

test('created appeals, campaigns, funds and events appear in their lists with ordered fields', async t => {
  const client = await open(t);
  const shapes = {
    appeals: 'id name description date financial_goal projected_amount code',
    campaigns: 'id name description financial_goal start_date end_date code',
    funds: 'id name description code start_date end_date financial_goal',
    events: 'id name description date end_date financial_goal projected_amount code',
  };
  for (const [list, fields] of Object.entries(shapes)) {
    const record = await created(client.post(list, {id: 7, name: 'Roof', financial_goal: '12.5', unknown: 1}));
    t.not(record.id, 7, 'an id in a body is ignored');
    t.like(record, {name: 'Roof', financial_goal: 12.5, description: null, code: null});
    const {items} = (await client.get(`${list}?limit=500`)).body;
    t.deepEqual(Object.keys(items.at(-1)), fields.split(' '), list);
  }
});

test('a name is required except for funds; a fund code may be an integer', async t => {
  const client = await open(t);
  for (const list of ['appeals', 'campaigns', 'events']) {
    for (const [body, description] of [
      [{}, 'name: is required'],
      [{name: null}, 'name: must be a string, got null'],
      [{name: 'Roof', code: 12}, 'code: must be a string, got 12'],
    ] as const) {
      const reply = await client.post(list, body);
      t.is(reply.status, 422);
      t.true(reply.body.description.startsWith(description), reply.body.description);
    }
  }
  const fund = await created(client.post('funds', {code: 4010}));
  t.like(fund, {name: null, code: '4010'});
  t.is((await client.patch(`funds/${fund.id}`, {code: '4011'})).body.code, '4011');
  t.is((await client.patch(`funds/${fund.id}`, {code: null})).body.code, null);
});

test('only the single appeal object has is_active, not the list', async t => {
  const client = await open(t);
  const appeal = await created(client.post('appeals', {name: 'Spring Letter'}));
  t.is(Object.keys(appeal).at(-1), 'is_active');
  t.true(appeal.is_active);
  t.false((await client.patch(`appeals/${appeal.id}`, {is_active: false})).body.is_active);
  t.false((await client.get(`appeals/${appeal.id}`)).body.is_active);
  t.is((await client.patch(`appeals/${appeal.id}`, {is_active: null})).status, 422);
  const {items} = (await client.get('appeals?limit=500')).body;
  t.true(items.every((item: object) => !('is_active' in item)));
  const {items: seeded} = (await client.get('appeals?limit=1')).body;
  t.is(typeof (await client.get(`appeals/${seeded[0].id}`)).body.is_active, 'boolean');
});

test('the name of a request omits the date in parentheses for an appeal without a date', async t => {
  const client = await open(t);
  const {id} = await newConstituent(client);
  const appeal = await created(client.post('appeals', {name: 'Spring Letter'}));
  const request = await created(client.post(`constituents/${id}/appeal_requests`, {appeal_id: appeal.id}));
  t.is(request.name, 'Appeal: Spring Letter');
  await client.patch(`appeals/${appeal.id}`, {date: '2026-04-05'});
  const later = await created(client.post(`appeals/${appeal.id}/appeal_requests`, {constituent_id: id}));
  t.is(later.name, 'Appeal: Spring Letter (2026-04-05)');
});

test('gifts and requests keep the id and name of a deleted record; new gifts cannot refer to it', async t => {
  const client = await open(t);
  const {id} = await newConstituent(client);
  const ids: Record<string, number> = {};
  for (const kind of ['appeal', 'campaign', 'fund', 'event']) {
    ids[`${kind}_id`] = (await created(client.post(`${kind}s`, {name: `A ${kind}`}))).id;
  }
  const gift = await newGift(client, id, ids);
  const request = await created(client.post(`constituents/${id}/appeal_requests`, {appeal_id: ids.appeal_id}));
  for (const kind of ['appeal', 'campaign', 'fund', 'event']) {
    t.is((await client.delete(`${kind}s/${ids[`${kind}_id`]}`)).status, 200);
  }
  t.deepEqual((await client.get(`gifts/${gift.id}`)).body, gift);
  t.like(gift, {fund_name: 'A fund', event_name: 'A event'});
  t.deepEqual((await client.get(`appeal_requests/${request.id}`)).body, request);
  t.is((await client.get(`appeals/${ids.appeal_id}/appeal_requests`)).status, 404);
  t.is((await client.post(`constituents/${id}/gifts`, {gift_type_id: 1, fund_id: ids.fund_id})).status, 422);
});

test('gifts are found by appeal and event type, which only seeded records have', async t => {
  const sandbox = await startTestSandbox(t);
  const client = ownAccount(sandbox);
  const {id: constituent_id} = await newConstituent(client);
  const records = {
    appeals: [
      {id: 9001, name: 'Letter', appeal_type_id: 7701},
      {id: 9002, name: 'Call', appeal_type_id: null},
    ],
    events: [{id: 9003, name: 'Gala', event_type_id: 7702}],
  };
  const seeded = await sandbox.post('/_sandbox/seed', {records}, {key: client.key});
  t.is(seeded.status, 200, seeded.text);
  const [letter, call, gala] = [
    await newGift(client, constituent_id, {appeal_id: 9001}),
    await newGift(client, constituent_id, {appeal_id: 9002}),
    await newGift(client, constituent_id, {event_id: 9003}),
  ];
  const giftIds = [letter.id, call.id, gala.id];
  const find = async (terms: string) => {
    const {status, body} = await client.get(`gifts/search?q[]=${encodeURIComponent(terms)};gift_ids=${giftIds.join()}`);
    return status === 200 ? body.items.map((item: {id: number}) => item.id).sort() : body.description;
  };
  t.deepEqual(await find('appeal_types=in|7701,1'), [letter.id]);
  t.deepEqual(await find('appeal_types=ni|7701'), [call.id, gala.id]);
  t.deepEqual(await find('event_types=in|7702'), [gala.id]);
  t.deepEqual(await find('event_types=ni|7702,7703'), [letter.id, call.id]);
  t.regex(await find('event_types=bl'), /^event_types: must be in\|ids/);
  t.false('appeal_type_id' in (await client.get('appeals/9001')).body);
  const {body} = await client.get(`gifts/search?q[]=gift_ids=${letter.id}&expand=org_name,constituent_is_org`);
  t.deepEqual(Object.entries(body.items[0]).slice(-2), [
    ['constituent_is_org', false],
    ['org_name', null],
  ]);
});

test('lists can be listed and searched by name, and constituents can be found by list', async t => {
  const sandbox = await startTestSandbox(t, {profile: 'default'});
  const client = ownAccount(sandbox);
  const {items} = (await client.get('lists')).body;
  t.deepEqual(Object.keys(items[0]), ['id', 'name', 'description']);
  const found = (await client.get('lists/search?q[]=name=NEW')).body;
  t.deepEqual([found.item_type, found.total_items], ['list', 2]);
  t.is((await client.get('lists/search?q[]=size=1')).status, 400);
  const on = async (ids: string) => (await client.get(`constituents/search?q[]=lists=${ids}`)).body.total_items;
  const [report, gala] = [items[0].id, items[1].id];
  t.true((await on(report)) > 25, 'more than one page');
  const both = await on(`${report},${gala}`);
  t.true(both > (await on(report)) && both < (await on(report)) + (await on(gala)));
  t.is(await on(items.at(-1).id), 0);
  const {id} = await newConstituent(client);
  const records = {lists: [{$id: 'own', id: 5000, name: 'Own'}], list_members: [{list_id: '$own', constituent_id: id}]};
  t.is((await sandbox.post('/_sandbox/seed', {records}, {key: client.key})).status, 200);
  t.is(await on('5000'), 1);
  await client.delete(`constituents/${id}`);
  t.is(await on('5000'), 0);
});
