import test from 'ava';
import {catalog} from '../../src/resources/index.js';
import {contract, contractBodies, beyondContract as further} from '../support/contract.js';
import {created, newConstituent, ownAccount} from '../support/factories.js';
import {writtenResources} from '../support/resources.js';
import {startTestSandbox} from '../support/sandbox.js';
import {seededKinds} from '../support/seeded-kinds.js';

const strict = {strict: true};

const nested = {
  email_addresses: [{address: 'a@example.com', adress: 'b@example.com'}],
  phone_numbers: [{number: '1'}, {numbr: '2', phone_type: 'Home'}],
  street_addresses: [{street_type: 'Home', city: 'Chicago'}],
  web_addresses: [{uri: 'www.example.com'}],
  categories: [{key: 'tags', keywords: [{name: 'Newsletter', nam: 'x'}], remove_previous_keywords: true}],
  groups: [{group_name: 'Staff', group: 'Staff', id: 5}],
  custom_attrs: [{key: 'background_info', value: 'x', name: 'x'}],
};

/** Expected suggestions for unknown fields. */
const hints: Readonly<Record<string, string>> = {
  frist_name: '; did you mean first_name?',
  'email_addresses[0].adress': '; did you mean address?',
  'phone_numbers[1].numbr': '; did you mean number?',
  'phone_numbers[1].phone_type': '; did you mean phone_type_name?',
  'street_addresses[0].street_type': '; did you mean street_type_name?',
  'web_addresses[0].uri': '; did you mean url?',
  'groups[0].group': '; did you mean group_id?',
  'categories[0].keywords[0].nam': '; did you mean name?',
};

const unknownInNested = [
  'email_addresses[0].adress',
  'phone_numbers[1].numbr',
  'phone_numbers[1].phone_type',
  'street_addresses[0].street_type',
  'web_addresses[0].uri',
  'categories[0].keywords[0].nam',
  'categories[0].remove_previous_keywords',
  'groups[0].group',
  'groups[0].id',
  'custom_attrs[0].name',
];

test('an unknown field, nested or not, is ignored by default and rejected in strict mode', async t => {
  const body = {first_name: 'Ivo', last_name: 'Marsh', frist_name: 'Ivo', ...nested};
  const loose = ownAccount(await startTestSandbox(t));
  t.is((await loose.post('constituents', body)).status, 200);
  const client = ownAccount(await startTestSandbox(t, strict));
  const before = (await client.get('constituents')).body.total_items;
  const refused = await client.post('constituents', body);
  t.is(refused.status, 422);
  t.is(refused.body.error, 'error saving object');
  t.is(
    refused.body.description,
    ['frist_name', ...unknownInNested].map(path => `${path}: unknown field${hints[path] ?? ''}`).join('; '),
  );
  t.is((await client.get('constituents')).body.total_items, before);
});

test('strict mode accepts PATCH-only fields in a PATCH', async t => {
  const client = ownAccount(await startTestSandbox(t, strict));
  const {id} = await newConstituent(client);
  const body = {remove_previous_groups: true, groups: [], categories: [{key: 'tags', keywords: []}]};
  t.is(
    (
      await client.patch(`constituents/${id}`, {
        ...body,
        categories: [{...body.categories[0], remove_previous_keywords: true}],
      })
    ).status,
    200,
  );
  const {description} = (await client.patch(`constituents/${id}`, {...body, remove_previous_email: true})).body;
  t.is(description, 'remove_previous_email: unknown field; did you mean remove_previous_email_addresses?');
});

test('strict mode checks the custom fields of a gift', async t => {
  const client = ownAccount(await startTestSandbox(t, strict));
  const {id} = await newConstituent(client);
  const custom_fields = [{name: 'Anything', value: [], values: [{name: 'x', ordinal: 1}]}];
  const refused = await client.post(`constituents/${id}/gifts`, {gift_type_id: 1, custom_fields});
  t.is(
    refused.body.description,
    'custom_fields[0].value: unknown field; did you mean values?; custom_fields[0].values[0].ordinal: unknown field; ' +
      'custom_fields[0].name: there is no category "Anything" for Gift',
  );
});

test('strict mode lists unknown fields together with other issues', async t => {
  const client = ownAccount(await startTestSandbox(t, strict));
  const refused = await client.post('groups', {name: 5, nmae: 'Choir', ordinal: 'x'});
  t.is(
    refused.body.description,
    'name: must be a string, got 5; ordinal: must be an integer, got "x"; nmae: unknown field; did you mean name?',
  );
});

test('strict mode rejects the read-only fields of a response that is sent back', async t => {
  const client = ownAccount(await startTestSandbox(t, strict));
  const group = await created(client.post('groups', {name: 'Choir'}));
  const refused = await client.patch(`groups/${group.id}`, group);
  t.is(refused.body.description, 'api_version: unknown field; id: unknown field');
  const {id} = await newConstituent(client);
  const report = await created(client.post(`constituents/${id}/contact_reports`, {text: 'Called.'}));
  const {description} = (await client.patch(`contact_reports/${report.id}`, report)).body;
  for (const field of ['id', 'team_member_email', 'created_at', 'updated_at']) {
    t.true(description.includes(`${field}: unknown field`), field);
  }
});

test('unknown names with special characters are quoted and truncated', async t => {
  const raw = `{"name": "Choir", "a\\nb": 1, "__proto__": {"x": 1}, "constructor": 1, "": 1, "${'x'.repeat(1000)}": 1}`;
  const sandbox = await startTestSandbox(t, strict);
  const refused = await sandbox.post('/api/v1/groups', undefined, {raw});
  t.is(refused.status, 422);
  t.is(
    refused.body.description,
    `"a\\nb": unknown field; constructor: unknown field; "": unknown field; "${'x'.repeat(56)}...: unknown field`,
  );
  t.is((await sandbox.get('/api/v1/groups?toString=1')).body.description, 'Unknown query parameter: toString');
});

test('an unknown query parameter is ignored by default and rejected in strict mode', async t => {
  const loose = ownAccount(await startTestSandbox(t));
  const client = ownAccount(await startTestSandbox(t, strict));
  const refused: ReadonlyArray<readonly [string, string]> = [
    ['groups?page=2', 'Unknown query parameter: page'],
    ['groups?page=2&per_page=5&limit=1', 'Unknown query parameter: page; Unknown query parameter: per_page'],
    ['constituents?email=a@example.com', 'Unknown query parameter: email'],
    ['constituents?expand=groups', 'Unknown query parameter: expand'],
    ['constituents/search?q[]=name=a&sorted=name', 'Unknown query parameter: sorted'],
    ['groups?sort=name', 'Unknown query parameter: sort'],
    ['groups.json?Limit=1', 'Unknown query parameter: Limit; did you mean limit?'],
  ];
  for (const [path, description] of refused) {
    t.is((await loose.get(path)).status, 200, path);
    const reply = await client.get(path);
    t.is(reply.status, 400);
    t.deepEqual(reply.body, {api_version: '1.0', error: 'Parameter Error', description});
  }
  const {body} = await client.get('groups?page=2&limit=x');
  t.is(body.description, 'Unknown query parameter: page; limit: must be an integer of 1 or more, got "x"');
});

test('strict mode rejects parameters of an operation that takes none, and writes nothing', async t => {
  const client = ownAccount(await startTestSandbox(t, strict));
  const {id} = await created(client.post('groups', {name: 'Choir'}));
  t.is((await client.get(`groups/${id}?limit=1`)).status, 400);
  t.is((await client.post('groups?dry_run=1', {name: 'Choir'})).status, 400);
  t.is((await client.patch(`groups/${id}?x=1`, {name: 'Other'})).status, 400);
  t.is((await client.delete(`groups/${id}?permanent=1`)).status, 400);
  t.is((await client.get(`groups/${id}`)).body.name, 'Choir');
});

test('strict mode accepts access_token on every path, and the parameters of /_sandbox', async t => {
  const sandbox = await startTestSandbox(t, strict);
  const token = 'access_token=sandbox-key';
  const {body} = await sandbox.post(`/api/v1/groups?${token}`, {name: 'Choir'}, {key: null});
  t.is((await sandbox.get(`/api/v1/groups/${body.id}.json?${token}`, {key: null})).status, 200);
  t.is((await sandbox.get(`/api/v1/groups?limit=1&${token}`)).status, 200);
  t.is((await sandbox.delete(`/api/v1/groups/${body.id}?${token}`, {key: null})).status, 200);
  t.is((await sandbox.get('/_sandbox/diff?from=baseline')).status, 200);
  t.is((await sandbox.get('/health?verbose=1')).status, 200);
});

test('strict mode accepts every query parameter of the contract', async t => {
  const client = ownAccount(await startTestSandbox(t, strict));
  for (const {method, path, query} of [...contract, ...further]) {
    const parameters = [...query, ...(query.includes('q[]') ? ['q'] : [])].map(name => `${name}=`).join('&');
    if (method === 'GET') {
      const {body} = await client.get(`${path.replace('/api/v1/', '').replaceAll(/\{\w+\}/g, '1')}?${parameters}`);
      t.false((body.description ?? '').includes('Unknown query parameter'), `${path} ${body.description}`);
    }
  }
});

/** The fields of bodies that the contract nests in other bodies. */
const inner: Readonly<Record<string, string>> = {
  email_addresses: contractBodies.EmailAddress,
  phone_numbers: contractBodies.PhoneNumber,
  street_addresses: contractBodies.StreetAddress,
  web_addresses: contractBodies.WebAddress,
  categories: 'id name key',
  keywords: 'id name short_code',
  groups: contractBodies.GroupMembershipCreate,
  custom_attrs: 'id key value',
  custom_fields: 'id name key remove_previous_values',
  values: 'id name',
};

/** Builds a body with every field, each with a value that no field accepts. */
const filled = (fields: string): object =>
  Object.fromEntries(
    fields.split(' ').map(field => {
      const name = field.replace('!', '');
      const list = {categories: 'keywords', custom_fields: 'values'}[name];
      const item = inner[name] && {...filled(inner[name]), ...(list && {[list]: [filled(inner[list]!)]})};
      return [name, item ? [item] : {}];
    }),
  );

test('strict mode accepts every field of every body of the contract', async t => {
  const client = ownAccount(await startTestSandbox(t, strict));
  const {id} = await newConstituent(client);
  let sent = 0;
  for (const {method, path, body} of [...contract, ...further]) {
    if (body !== undefined && method === 'POST') {
      const list = path.split('/')[3]!;
      const parent = path.includes('{') && list !== 'constituents' ? (await client.get(list)).body.items[0].id : id;
      const at = path.replace('/api/v1/', '').replaceAll(/\{\w+\}/g, String(parent));
      const {status, body: reply} = await client.post(at, filled(contractBodies[body]));
      t.is(status, 422, path);
      t.false(reply.description.includes('unknown field'), `${path}: ${reply.description}`);
      sent += 1;
    }
  }
  const seeded = catalog.kinds.filter(({name}) => seededKinds.has(name)).flatMap(({operations}) => operations);
  t.is(sent, seeded.filter(({method}) => method === 'POST').length);
});

test('strict mode does not affect a client that follows the contract', async t => {
  const client = ownAccount(await startTestSandbox(t, strict));
  for (const {name, place, body, needs, change} of writtenResources) {
    const at = await place(client);
    const {id} = await created(client.post(at, {...body, ...(await needs?.(client))}));
    await created(client.patch(`${name}/${id}`, change));
    await created(client.put(`${name}/${id}`, change));
    await created(client.get(`${name}/${id}.json`));
    await created(client.get(`${at.split('?')[0]}?limit=1&offset=0`));
    await created(client.delete(`${name}/${id}${name === 'keywords' ? '?permanent=1' : ''}`));
  }
  const constituent = await newConstituent(client, {
    external_constituent_id: 77,
    street_addresses: [
      {street: '1 A Street', city: 'Chicago', street_address_type_name: 'Home', seasonal_from: '05-01'},
      {street: '2 B Street', street_type_name: 'Work', is_preferred: true},
    ],
    groups: [{group_name: 'Board Member', is_current: true}],
    categories: [{key: 'tags', keywords: [{name: 'Newsletter'}]}],
    custom_attrs: [{key: 'background_info', value: 'Founding member'}],
  });
  t.is(constituent.street_addresses[1].street_type_name, 'Work');
  const [held] = constituent.categories[0].keywords;
  await created(client.delete(`constituents/${constituent.id}/keywords/${held.id}`));
  await created(client.post(`constituents/${constituent.id}/keywords`, {id: held.id}));
  const searches = [
    'constituents/search?q[]=name=marsh;city=chicago&expand=groups,categories&sort=name!&limit=2&offset=0',
    'constituents/search?q[]=external_id=77&q[]=constituent_type=0&q=city=chicago',
    'contact_reports/search?q[]=text=a&limit=2',
    'gifts/search?q=gift_amount=gte|1&sort=date&expand=last_name',
    'categories?item_type=Gift&limit=1',
    'gift_categories?gift_type_id=1',
    'mailing_templates?mailing_type_id=1907',
    'attributes?item_type=Constituent',
  ];
  for (const path of searches) {
    await created(client.get(path));
  }
  const {body} = await client.get('constituents/search?q[]=constituent_type=0&limit=2');
  await created(client.get(new URL(body.next_link).pathname.replace('/api/v1/', '') + new URL(body.next_link).search));
});
