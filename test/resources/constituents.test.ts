import test from 'ava';
import {constituentDetail, constituentSummary} from '../../src/resources/constituents/schema.js';
import {
  created,
  everyItem,
  newCategory,
  newConstituent,
  newGift,
  newKeyword,
  ownAccount,
} from '../support/factories.js';
import {startTestSandbox} from '../support/sandbox.js';

const now = '2026-01-01T00:00:00Z';

test('a list item has 38 fields; a single object adds ten arrays', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const {body} = await client.get('constituents?limit=1');
  t.is(Object.keys(body.items[0]).length, 38);
  const single = (await client.get(`constituents/${body.items[0].id}`)).body;
  t.deepEqual(Object.keys(single), ['api_version', ...Object.keys(constituentDetail.shape)]);
  t.deepEqual(Object.keys(constituentDetail.shape).slice(38), [
    'class_affiliations',
    'relationships',
    'street_addresses',
    'phone_numbers',
    'email_addresses',
    'web_addresses',
    'categories',
    'groups',
    'memberships',
    'custom_attrs',
  ]);
  t.is(Object.keys(constituentSummary.shape).length, 38);
});

test('omitted fields have defaults, and names are derived', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const body = await newConstituent(client);
  const {id, constituent_contact_type_id, ...rest} = body;
  t.true(id >= 959_400);
  t.is(typeof constituent_contact_type_id, 'number');
  t.like(rest, {
    constituent_contact_type_name: 'Primary',
    addressee: 'Ivo Marsh',
    annual_report_name: 'Ivo Marsh',
    honorary_name: 'Ivo Marsh',
    alt_addressee: 'Ivo Marsh',
    salutation: 'Ivo',
    alt_salutation: 'Ivo',
    sort_name: 'Marsh, Ivo',
    date_added: '2026-01-01',
    is_org: false,
    is_deceased: false,
    is_anon: false,
    middle_name: null,
    org_name: null,
    marital_status_id: null,
    created_at: now,
    updated_at: now,
  });
});

test('a given name overrides the derived name; an update recomputes only sort_name', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const body = await newConstituent(client, {addressee: 'The Marshes', date_added: '2020-02-02'});
  t.like(body, {addressee: 'The Marshes', salutation: 'Ivo', date_added: '2020-02-02'});
  const {body: changed} = await client.patch(`constituents/${body.id}`, {last_name: 'Hall'});
  t.like(changed, {sort_name: 'Hall, Ivo', addressee: 'The Marshes', annual_report_name: 'Ivo Marsh'});
});

test('the sort_name of an organization is org_name', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const body = await newConstituent(client, {is_org: true, org_name: 'Harbour Trust'});
  t.is(body.sort_name, 'Harbour Trust');
  const nameless = await newConstituent(client, {
    first_name: '',
    last_name: '',
    is_org: true,
    org_name: 'Harbour Trust',
  });
  t.like(nameless, {addressee: 'Harbour Trust', salutation: null});
});

test('a create without first_name, last_name and email_addresses is rejected, naming all three', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const {status, body} = await client.post('constituents', {});
  t.is(status, 422);
  t.is(
    body.description,
    'first_name: is required; last_name: is required; email_addresses: is required; to leave them out, start with --assume required_fields=observed',
  );
});

test('every issue in a body is listed, however deeply nested, and nothing is stored', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const before = await everyItem(client, 'constituents');
  const {status, body} = await client.post('constituents', {
    first_name: 'Ivo',
    last_name: 'Marsh',
    email_addresses: [{address: 'a@example.com'}, {address: 5}],
    groups: [{group_id: 1}, {group_name: 'Nobody'}, {}],
    categories: [
      {name: 'Nothing', keywords: []},
      {name: 'Communication Tags', keywords: [{id: 1}, {name: 'Nope'}]},
    ],
    custom_attrs: [{id: 1, value: 'x'}, {value: 'y'}],
    marital_status_id: 1,
  });
  t.is(status, 422);
  for (const path of [
    'email_addresses[1].address: must be a string, got 5',
    'groups[0].group_id: there is no group with id 1',
    'groups[1].group_name: there is no group named "Nobody"',
    'groups[2].group_id: is required, or group_name',
    'categories[0].name: there is no category "Nothing"',
    'categories[1].keywords[0].id: there is no keyword 1',
    'categories[1].keywords[1].name: there is no keyword "Nope"',
    'custom_attrs[0].id: there is no attribute with id 1',
    'custom_attrs[1].key: is required, or id',
    'marital_status_id: there is no marital status with id 1',
  ]) {
    t.true(body.description.includes(path), `${path}: ${body.description}`);
  }
  t.deepEqual(await everyItem(client, 'constituents'), before);
});

test('a POST creates a constituent together with its nested records', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const tags = (await client.get('categories')).body.items.find(({key}: {key: string}) => key === 'tags');
  const body = await newConstituent(client, {
    email_addresses: [{address: 'a@example.com'}, {address: 'b@example.com', email_type_name: 'Work'}],
    phone_numbers: [{number: '(888) 555-0072', phone_number_type_id: '3'}],
    street_addresses: [{street: '12 Harbour Road', postal_code: '90002-1234'}],
    web_addresses: [{url: 'www.example.com'}],
    categories: [{key: 'tags', keywords: [{name: 'Newsletter'}, {id: tags.keywords[0].id}]}],
    groups: [{group_name: 'Board Member', date_start: '2020-01-01'}],
    custom_attrs: [
      {key: 'background_info', value: 'Founding member'},
      {key: 'unheard_of', value: 'x'},
    ],
  });
  t.deepEqual((await client.get(`constituents/${body.id}`)).body, body);
  t.like(body.email_addresses, [
    {address: 'a@example.com', email_type_name: 'Home', is_preferred: true},
    {address: 'b@example.com', email_address_type_id: 2, is_preferred: false},
  ]);
  t.like(body.phone_numbers[0], {phone_type_name: 'Mobile', normalized_number: '8885550072'});
  t.is(body.street_addresses[0].zip5, '90002');
  t.is(body.web_addresses[0].web_address_type_name, 'Website');
  t.is(body.categories.length, 1);
  t.deepEqual(
    body.categories[0].keywords.map(({name}: {name: string}) => name).sort(),
    ['Newsletter', tags.keywords[0].name].sort(),
  );
  t.like(body.groups, [
    {constituent_id: body.id, group_name: 'Board Member', date_start: '2020-01-01', is_current: true},
  ]);
  t.like(body.custom_attrs, [{classification: 'text', key: 'background_info', value: 'Founding member'}]);
  t.is(body.custom_attrs.length, 1, 'an unknown key is ignored');
});

test('an update appends to nested arrays; remove_previous_... replaces them', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const kinds = [
    ['email_addresses', 'address'],
    ['phone_numbers', 'number'],
    ['street_addresses', 'street'],
    ['web_addresses', 'url'],
  ] as const;
  const nested = (value: string) => Object.fromEntries(kinds.map(([kind, field]) => [kind, [{[field]: value}]]));
  const {id} = await newConstituent(client, nested('one'));
  const {body: appended} = await client.patch(`constituents/${id}`, nested('two'));
  for (const [kind, field] of kinds) {
    t.like(appended[kind], [
      {[field]: 'one', is_preferred: kind !== 'web_addresses'},
      {[field]: 'two', is_preferred: false},
    ]);
    const {body} = await client.patch(`constituents/${id}`, {
      [kind]: [{[field]: 'three'}],
      [`remove_previous_${kind}`]: true,
    });
    t.like(body[kind], [{[field]: 'three', is_preferred: kind !== 'web_addresses'}]);
    t.is(body[kind].length, 1);
  }
});

test('groups are appended, or updated by id; remove_previous_groups keeps the updated ones', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const {id, groups} = await newConstituent(client, {groups: [{group_name: 'Staff'}, {group_name: 'Volunteer'}]});
  const {body} = await client.patch(`constituents/${id}`, {
    groups: [{id: groups[0].id, is_current: false}, {group_name: 'Alumni'}],
    remove_previous_groups: true,
  });
  t.like(body.groups, [
    {id: groups[0].id, group_name: 'Staff', is_current: false},
    {group_name: 'Alumni', is_current: true},
  ]);
  t.is(body.groups.length, 2);
  const other = await client.patch(`constituents/${id}`, {groups: [{id: 1, group_name: 'Staff'}]});
  t.is(other.status, 422);
  t.regex(other.body.description, /^groups\[0\]\.id: the constituent has no group membership with id 1/);
});

test('keywords are appended by category; remove_previous_keywords replaces only that category’s', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const [one, two] = [await newCategory(client, {name: 'One'}), await newCategory(client, {name: 'Two'})];
  for (const {id} of [one, two]) {
    await newKeyword(client, id, 'a');
    await newKeyword(client, id, 'b');
  }
  const held = (name: string, keyword: string, more = {}) => ({name, keywords: [{name: keyword}], ...more});
  const {id} = await newConstituent(client, {categories: [held('One', 'a'), held('Two', 'a')]});
  const names = async (change: object) => {
    const {body} = await client.patch(`constituents/${id}`, change);
    return body.categories.map((category: {name: string; keywords: Array<{name: string}>}) =>
      [category.name, ...category.keywords.map(({name}) => name)].join(' '),
    );
  };
  t.deepEqual(await names({categories: [held('One', 'b')]}), ['One a b', 'Two a']);
  t.deepEqual(await names({categories: [held('One', 'b', {remove_previous_keywords: true})]}), ['One b', 'Two a']);
});

test('a custom attribute sent again replaces its value and keeps its id', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const definition = (await client.get('attributes')).body.items[0];
  const {id, custom_attrs} = await newConstituent(client, {custom_attrs: [{key: definition.key, value: 'a'}]});
  const {body} = await client.patch(`constituents/${id}`, {custom_attrs: [{id: definition.id, value: 'b'}]});
  t.deepEqual(body.custom_attrs, [{...custom_attrs[0], value: 'b'}]);
});

test('updated_at changes with the record itself, not when a nested record is added', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const [item] = (await client.get('constituents?limit=1')).body.items;
  t.not(item.updated_at, now);
  await client.post(`constituents/${item.id}/email_addresses`, {address: 'a@example.com'});
  t.is((await client.get(`constituents/${item.id}`)).body.updated_at, item.updated_at);
  t.is((await client.patch(`constituents/${item.id}`, {nick_name: 'x'})).body.updated_at, now);
});

test('lists are sorted by sort_name ignoring case and accents, and omit inactive constituents', async t => {
  const client = ownAccount(await startTestSandbox(t, {profile: 'small'}));
  for (const last_name of ['ázz', 'Azy', 'AZX', 'Ázw']) {
    await newConstituent(client, {last_name, first_name: ''});
  }
  const names = (await everyItem(client, 'constituents')).map(({sort_name}) => sort_name as string);
  t.deepEqual(
    names.filter(name => /^[aá]z[wxyz]$/i.test(name)),
    ['Ázw', 'AZX', 'Azy', 'ázz'],
  );
  t.is(names.length, 50 + 4 - 3, 'three of the fifty are inactive');
  const ids = new Set((await everyItem(client, 'constituents')).map(({id}) => id as number));
  const hidden = Array.from({length: 50}, (_, index) => 959_400 + index).filter(id => !ids.has(id));
  t.is((await client.get(`constituents/${hidden[0]}`)).status, 200, 'an inactive constituent is still found by id');
});

test('deleting a constituent deletes its records and relationships that refer to it', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const spouses = (await everyItem(client, 'constituents')).filter(({spouse_name}) => spouse_name);
  const {body: one} = await client.get(`constituents/${spouses[0].id}`);
  const other = one.relationships[0].related_constituent_id;
  const gift = await newGift(client, one.id);
  const report = await created(client.post(`constituents/${one.id}/contact_reports`, {text: 'x'}));
  const email = await created(client.post(`constituents/${one.id}/email_addresses`, {address: 'x@example.com'}));
  await client.delete(`constituents/${one.id}`);
  for (const path of [`gifts/${gift.id}`, `contact_reports/${report.id}`, `email_addresses/${email.id}`]) {
    t.is((await client.get(path)).status, 404, path);
  }
  const related = (await client.get(`constituents/${other}`)).body.relationships as Array<{
    related_constituent_id: number;
  }>;
  t.false(related.some(({related_constituent_id}) => related_constituent_id === one.id));
  t.is((await client.get(`constituents/${one.id}/gifts`)).status, 404);
});

test('null clears a nullable field and is rejected for a field that always has a value', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const {id} = await newConstituent(client, {nick_name: 'Iv', is_anon: null});
  t.is((await client.patch(`constituents/${id}`, {nick_name: null})).body.nick_name, null);
  const {status, body} = await client.patch(`constituents/${id}`, {is_anon: null, date_added: null});
  t.is(status, 422);
  t.is(body.description, 'date_added: must be a date, YYYY-MM-DD, got null; is_anon: must be true or false, got null');
});
