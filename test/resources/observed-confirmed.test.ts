import test, {type ExecutionContext} from 'ava';
import {operations} from '../../src/resources/index.js';
import type {StartOptions} from '../../src/sandbox/start-options.js';
import {type Client, created, newCategory, newConstituent, newKeyword, ownAccount} from '../support/factories.js';
import {writtenResources} from '../support/resources.js';
import {startTestSandbox} from '../support/sandbox.js';

const open = async (t: ExecutionContext, options: StartOptions = {}) => ownAccount(await startTestSandbox(t, options));

test('confirmed: every search rejects an unknown term with a 400 that names it', async t => {
  const client = await open(t);
  for (const kind of ['constituents', 'contact_reports', 'gifts', 'volunteer_times', 'lists']) {
    const {status, body} = await client.get(`${kind}/search?q[]=shoe_size=9`);
    t.is(status, 400, kind);
    t.like(body, {error: 'Parameter Error', description: 'Unknown query parameter: shoe_size'});
  }
});

const idsOf = ({items}: {items: ReadonlyArray<{id: number}>}) => items.map(({id}) => id);

const join = (client: Client, id: number, more: object = {}) =>
  created(client.post(`constituents/${id}/group_memberships`, {group_name: 'Board Member', ...more}));

test('confirmed: groups= also finds past members; the same group can be joined twice', async t => {
  const client = await open(t);
  const [once, twice] = [await newConstituent(client), await newConstituent(client)];
  const ended = await join(client, once.id, {date_end: '2019-01-01', is_current: false});
  await join(client, twice.id);
  await join(client, twice.id);
  t.is((await client.get(`constituents/${twice.id}/group_memberships`)).body.total_items, 2);
  const found = idsOf((await client.get(`constituents/search?limit=500&q[]=groups=${ended.group_id}`)).body);
  t.true(found.includes(once.id));
  t.is(found.filter(id => id === twice.id).length, 1, 'a constituent that joined twice is found once');
});

test('confirmed: a PATCH of date_end leaves is_current true', async t => {
  const client = await open(t);
  const {id} = await newConstituent(client);
  const membership = await join(client, id);
  const {body} = await client.patch(`group_memberships/${membership.id}`, {date_end: '2025-01-01'});
  t.like(body, {date_end: '2025-01-01', is_current: true});
});

test('confirmed: re-attaching a keyword succeeds; another of a single category replaces it', async t => {
  const client = await open(t);
  const {id} = await newConstituent(client);
  const category = await newCategory(client, {facet_type: 'single'});
  const [red, blue] = [await newKeyword(client, category.id, 'Red'), await newKeyword(client, category.id, 'Blue')];
  const held = async () => (await client.get(`constituents/${id}/categories`)).body.items.map(keywordIds);
  const keywordIds = ({keywords}: {keywords: ReadonlyArray<{id: number}>}) => keywords.map(({id}) => id);
  for (const [keyword, expected] of [
    [red, red],
    [red, red],
    [blue, blue],
  ]) {
    const {status, body} = await client.post(`constituents/${id}/keywords`, {id: keyword.id});
    t.is(status, 200);
    t.deepEqual(body, {api_version: '1.0', result: 'success'});
    t.deepEqual(await held(), [[expected.id]]);
  }
});

test('confirmed: gifts and contact reports accept a team member by id, e-mail or full name', async t => {
  const client = await open(t);
  const {id} = await newConstituent(client);
  const members = (await client.get('team_members')).body.items;
  const last = members.at(-1);
  const name = `${last.first_name} ${last.last_name}`;
  for (const team_member of [last.id, String(last.id), last.email, name]) {
    for (const [kind, body] of [
      ['gifts', {gift_type_id: 1}],
      ['contact_reports', {text: 'Called.'}],
    ] as const) {
      const shown = await created(client.post(`constituents/${id}/${kind}`, {...body, team_member}));
      t.like(shown, {team_member: name, team_member_email: last.email}, `${kind} ${team_member}`);
    }
  }
});

test('confirmed: GET after DELETE is a 404 for every kind that can be deleted', async t => {
  const client = await open(t);
  const deletable = operations.filter(({method, path}) => method === 'DELETE' && /^\/api\/v1\/\w+\/\{id}$/.test(path));
  const kinds = deletable.map(({path}) => path.split('/')[3]!);
  t.deepEqual(kinds.sort(), writtenResources.map(({name}) => name).sort());
  for (const {name, place, body, needs} of writtenResources) {
    const {id} = await created(client.post(await place(client), {...body, ...(await needs?.(client))}));
    t.is((await client.delete(`${name}/${id}`)).status, 200, name);
    t.is((await client.get(`${name}/${id}`)).status, 404, name);
  }
});

test('confirmed: gift_amount without an operator is a 400; gifts and relationships have no list', async t => {
  const client = await open(t);
  const {status, body} = await client.get('gifts/search?q[]=gift_amount=100');
  t.is(status, 400);
  t.is(body.error, 'Parameter Error');
  for (const path of ['gifts', 'relationships']) {
    t.is((await client.get(path)).status, 404, path);
  }
});

test('observed 15: an invalid gift_amount is a Parameter Error with Unable to parse value', async t => {
  const client = await open(t);
  for (const value of ['gte|much', 'much', 'btw|1|much', 'like|5']) {
    const {status, body} = await client.get(`gifts/search?q[]=gift_amount=${encodeURIComponent(value)}`);
    t.is(status, 400, value);
    t.is(body.error, 'Parameter Error');
    t.regex(body.description, /Unable to parse value/, value);
  }
});

test('observed data: a payment may be a Gift of category Donation with the pledge as its parent', async t => {
  const client = await open(t);
  const {id} = await newConstituent(client);
  const give = (body: object) => created(client.post(`constituents/${id}/gifts`, body));
  const pledge = await give({gift_type_id: 7, external_id: 'pledge-1', received_amount: 100});
  const payment = {gift_type_id: 1, gift_category_name: 'Donation', received_amount: 25};
  t.like(await give({...payment, parent_external_id: 'pledge-1'}), {
    ...payment,
    parent_gift_id: pledge.id,
    parent_external_id: 'pledge-1',
  });
});

test('observed data: a custom attribute may have a blank value, which is returned', async t => {
  const client = await open(t);
  const {items} = (await client.get('attributes')).body;
  const {id, custom_attrs} = await newConstituent(client, {custom_attrs: [{key: items[0].key, value: ''}]});
  t.like(custom_attrs, [{id: items[0].id, classification: 'text', value: ''}]);
  t.is((await client.get(`constituents/${id}`)).body.custom_attrs[0].value, '');
});

test('email_addresses: [] satisfies the contract, and is the default if the field is optional', async t => {
  const names = {first_name: 'Ivo', last_name: 'Marsh'};
  const [contract, observed] = [await open(t), await open(t, {assume: 'observed'})];
  for (const client of [contract, observed]) {
    t.deepEqual((await created(client.post('constituents', {...names, email_addresses: []}))).email_addresses, []);
  }
  t.is((await contract.post('constituents', names)).status, 422);
  t.deepEqual((await created(observed.post('constituents', names))).email_addresses, []);
});

test('an empty element of any address array is stored with a null value', async t => {
  const client = await open(t);
  const empty = {email_addresses: [{}], phone_numbers: [{}], street_addresses: [{}], web_addresses: [{}]};
  const one = await newConstituent(client, empty);
  t.like(one, {
    email_addresses: [{address: null}],
    phone_numbers: [{number: null}],
    street_addresses: [{street: null}],
    web_addresses: [{url: null}],
  });
});
