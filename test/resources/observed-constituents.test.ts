import test from 'ava';
import {type Client, created, everyItem, newCategory, newConstituent, ownAccount} from '../support/factories.js';
import {startTestSandbox} from '../support/sandbox.js';

const kinds = ['email_addresses', 'phone_numbers', 'street_addresses'] as const;

const flagsOf = (rows: ReadonlyArray<{is_preferred: boolean}>) => rows.map(({is_preferred}) => is_preferred);

test('observed 3: an address added by PATCH is preferred if it is the first of its kind', async t => {
  const client = ownAccount(await startTestSandbox(t));
  for (const kind of kinds) {
    const {id} = await newConstituent(client);
    const add = async (...bodies: object[]) => (await client.patch(`constituents/${id}`, {[kind]: bodies})).body[kind];
    t.deepEqual(flagsOf(await add({}, {})), [true, false]);
    t.deepEqual(flagsOf(await add({})), [true, false, false], 'a later address is not preferred');
    const second = await newConstituent(client);
    const {body} = await client.patch(`constituents/${second.id}`, {[kind]: [{}, {is_preferred: true}]});
    t.deepEqual(flagsOf(body[kind]), [false, true], 'an address sent as preferred takes precedence');
  }
});

test('observed 25: a web address is preferred only if the request sets is_preferred', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const {id, web_addresses} = await newConstituent(client, {web_addresses: [{url: 'a.example'}]});
  t.deepEqual(flagsOf(web_addresses), [false]);
  const {body} = await client.patch(`constituents/${id}`, {
    web_addresses: [{url: 'b.example'}],
    remove_previous_web_addresses: true,
  });
  t.deepEqual(flagsOf(body.web_addresses), [false]);
  const other = await newConstituent(client);
  const post = (body: object) => created(client.post(`constituents/${other.id}/web_addresses`, body));
  t.false((await post({})).is_preferred);
  t.true((await post({is_preferred: true})).is_preferred);
});

test('observed 25: the first address posted to its endpoint is preferred, later ones are not', async t => {
  const client = ownAccount(await startTestSandbox(t));
  for (const kind of kinds) {
    const [{id}, other] = [await newConstituent(client), await newConstituent(client)];
    const post = (owner: number, body: object) => created(client.post(`constituents/${owner}/${kind}`, body));
    t.true((await post(id, {})).is_preferred);
    t.false((await post(id, {})).is_preferred);
    t.false((await post(other.id, {is_preferred: false})).is_preferred, 'is_preferred: false takes precedence');
  }
});

test('observed 4: categories are sorted by held keywords in the list, by ordinal in the constituent', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const add = async (name: string, ordinal: number, ...keywords: number[]) => {
    const category = await newCategory(client, {name, ordinal});
    for (const ordinal of keywords) {
      await client.post(`categories/${category.id}/keywords`, {name: `${name} ${ordinal}`, ordinal});
    }
    return {id: category.id, keywords: keywords.map(ordinal => ({name: `${name} ${ordinal}`}))};
  };
  const [a, b, c] = [await add('A', 1, 9), await add('B', 2, 8, 3), await add('C', 3, 3)];
  const one = await newConstituent(client, {categories: [a, b, c]});
  const names = (rows: ReadonlyArray<{name: string}>) => rows.map(({name}) => name);
  t.deepEqual(names(one.categories), ['A', 'B', 'C']);
  const {items} = (await client.get(`constituents/${one.id}/categories`)).body;
  t.deepEqual(names(items), ['B', 'C', 'A']);
  t.deepEqual(names(items[0].keywords), ['B 3', 'B 8']);
});

test('observed 24: names of organizations and of a person without a first name are derived', async t => {
  const client = ownAccount(await startTestSandbox(t, {assume: {required_fields: 'observed'}}));
  const organization = await created(client.post('constituents', {is_org: true, org_name: 'Harbour Trust'}));
  t.like(organization, {
    sort_name: 'Harbour Trust',
    last_name: 'Harbour Trust',
    addressee: 'Harbour Trust',
    alt_addressee: 'Harbour Trust',
    first_name: null,
    salutation: null,
    alt_salutation: null,
    annual_report_name: null,
    honorary_name: null,
  });
  const {body: emptied} = await client.patch(`constituents/${organization.id}`, {last_name: null});
  t.is(emptied.last_name, 'Harbour Trust', 'the last name of an organization is never null');
  const givenNames = {
    is_org: true,
    org_name: 'Quay',
    last_name: 'Office',
    salutation: 'Friends',
    honorary_name: 'Quay Ltd',
  };
  t.like(await created(client.post('constituents', givenNames)), givenNames);
  const person = await created(client.post('constituents', {last_name: 'Marsh'}));
  t.like(person, {
    first_name: null,
    sort_name: 'Marsh',
    salutation: 'Marsh',
    alt_salutation: 'Marsh',
    addressee: 'Marsh',
  });
});

test('observed data: every organization has a last name; the default data has realistic edge cases', async t => {
  const client = ownAccount(await startTestSandbox(t, {profile: 'default'}));
  const all = await everyItem(client, 'constituents/search?expand=email_addresses', 300);
  const organizations = all.filter(({is_org}) => is_org);
  t.true(organizations.every(({last_name, first_name}) => typeof last_name === 'string' && first_name === null));
  t.true(organizations.filter(({last_name, org_name}) => last_name === org_name).length > organizations.length / 2);
  t.true(organizations.some(({last_name, org_name}) => last_name !== org_name));
  const some = (message: string, matches: (row: (typeof all)[number]) => boolean) => t.true(all.some(matches), message);
  some('a person with only a last name', row => !row.is_org && row.first_name === null);
  some('a blank name', row => row.middle_name === '');
  some('a long name', row => row.sort_name.length > 60);
  some('an anonymous constituent', row => row.is_anon);
  some('a deceased constituent', row => row.is_deceased);
  const addresses = all.flatMap(row => row.email_addresses.map(({address}: {address: string}) => address));
  t.true(new Set(addresses).size < addresses.length, 'a shared e-mail address');
  const spouse = all.find(row => row.spouse_name !== null && /^[a-z]+$/i.test(row.spouse_name))!;
  const {body} = await client.get(`constituents/search?limit=300&q[]=name=${spouse.spouse_name}`);
  t.true(
    body.items.some(({id}: {id: number}) => id === spouse.id),
    'a constituent is found by the name of the spouse',
  );
});

test('required_fields=contract: an error for a missing field ends with the switch', async t => {
  const client = ownAccount(await startTestSandbox(t));
  for (const body of [{last_name: 'Marsh', email_addresses: []}, {first_name: null}, {is_org: 'yes'}]) {
    const {status, body: refusal} = await client.post('constituents', body);
    t.is(status, 422);
    t.true(refusal.description.endsWith('--assume required_fields=observed'), refusal.description);
  }
  const {body} = await client.post('constituents', {first_name: '', last_name: '', email_addresses: [], is_org: 'yes'});
  t.false(body.description.includes('--assume'), body.description);
});

test('required_fields=contract: fields that could be omitted come last, followed by the switch', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const {id} = await newConstituent(client);
  const refusalOf = async (path: string, body: object) => (await client.post(path, body)).body.description;
  const [it, them] = ['it', 'them'].map(word => `to leave ${word} out, start with --assume required_fields=observed`);
  t.is(
    await refusalOf(`constituents/${id}/notes`, {text: ' '}),
    `Text can't be blank; original_date: is required; ${it}`,
  );
  t.is(
    await refusalOf('constituents', {email_addresses: 5}),
    `email_addresses: must be an array, got 5; first_name: is required; last_name: is required; ${them}`,
  );
  t.is(
    await refusalOf(`constituents/${id}/gifts`, {received_amount: 'ten', gift_type_name: null, fund_id: 7}),
    `received_amount: must be a number, got "ten"; fund_id: there is no fund with id 7; gift_type_id: is required, or gift_type_name; ${it}`,
  );
  const groups = Array.from({length: 60}, () => 5);
  const many = await refusalOf('constituents', {first_name: 'Ann', email_addresses: [], groups});
  t.regex(many, /; and \d+ more; last_name: is required; to leave it out, start with [^;]*$/);
});

test('required_fields=observed: omitted fields are null or empty', async t => {
  const client = ownAccount(await startTestSandbox(t, {assume: {required_fields: 'observed'}}));
  const nobody = await created(client.post('constituents', {}));
  t.like(nobody, {first_name: null, last_name: null, sort_name: '', addressee: null, email_addresses: []});
  t.like(await created(client.post('constituents', {first_name: null, last_name: 'Hall', email_addresses: null})), {
    first_name: null,
    sort_name: 'Hall',
  });
  const {body} = await client.post('constituents', {first_name: 5});
  t.is(body.description, 'first_name: must be a string, got 5');
  const {email_addresses} = await created(client.post('constituents', {email_addresses: [{}]}));
  t.like(email_addresses, [{address: null, email_type_name: 'Home'}]);
});

async function deleteWithRecords(client: Client) {
  const friend = await newConstituent(client);
  const {id} = await newConstituent(client, {
    email_addresses: [{address: 'a@example.com'}],
    groups: [{group_name: 'Staff'}],
    relationships: [{related_constituent_id: friend.id, name: 'Friend'}],
  });
  const [membership] = (await client.get(`constituents/${id}/group_memberships`)).body.items;
  const [email] = (await client.get(`constituents/${id}/email_addresses`)).body.items;
  const report = await created(client.post(`constituents/${id}/contact_reports`, {text: 'x'}));
  await client.delete(`constituents/${id}`);
  return {id, friend, membership, email, report};
}

test('constituent_delete=lingering: the records of a deleted constituent stay readable by id', async t => {
  const client = ownAccount(await startTestSandbox(t, {assume: {constituent_delete: 'lingering'}}));
  const {id, friend, membership, email, report} = await deleteWithRecords(client);
  const gone = [
    await client.get(`constituents/${id}`),
    await client.patch(`constituents/${id}`, {}),
    await client.delete(`constituents/${id}`),
    await client.get(`constituents/${id}/group_memberships`),
  ];
  t.deepEqual(
    gone.map(({status}) => status),
    [404, 404, 404, 404],
  );
  t.false((await everyItem(client, 'constituents')).some(row => row.id === id));
  t.false((await everyItem(client, 'constituents/search?q[]=eaddr=a@example.com')).some(row => row.id === id));
  t.like((await client.get(`group_memberships/${membership.id}`)).body, {constituent_id: id, group_name: 'Staff'});
  t.is((await client.patch(`group_memberships/${membership.id}`, {is_current: false})).body.is_current, false);
  t.is((await client.get(`contact_reports/${report.id}`)).status, 200);
  t.is((await client.delete(`group_memberships/${membership.id}`)).status, 200);
  t.is((await client.get(`group_memberships/${membership.id}`)).status, 404);
  t.is((await client.get(`email_addresses/${email.id}`)).status, 200);
  const {status} = await client.post(`constituents/${friend.id}/constituent_relationships`, {
    related_constituent_id: id,
  });
  t.is(status, 422, 'a relationship to a deleted constituent is rejected');
});

test('constituent_delete=cascade: the records of a deleted constituent are deleted', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const {membership, email} = await deleteWithRecords(client);
  t.is((await client.get(`group_memberships/${membership.id}`)).status, 404);
  t.is((await client.get(`email_addresses/${email.id}`)).status, 404);
});

test('new_constituent_keyword: a new constituent gets Non Donor only with non_donor', async t => {
  for (const [assume, expected] of [
    [{}, []],
    [{new_constituent_keyword: 'non_donor'}, ['Non Donor']],
  ] as const) {
    const client = ownAccount(await startTestSandbox(t, {assume}));
    const all = (await client.get('categories')).body.items;
    const status = all.find(({key}: {key: string}) => key === 'giving_status');
    if (!status.keywords.some(({name}: {name: string}) => name === 'Non Donor')) {
      await created(client.post(`categories/${status.id}/keywords`, {name: 'Non Donor'}));
    }
    const names = (categories: ReadonlyArray<{keywords: ReadonlyArray<{name: string}>}>) =>
      categories.flatMap(({keywords}) => keywords.map(({name}) => name));
    t.deepEqual(names((await newConstituent(client)).categories), expected);
    const category = {key: 'giving_status', keywords: [{id: status.keywords[0].id}]};
    const {categories} = await newConstituent(client, {categories: [category]});
    t.deepEqual(names(categories), [status.keywords[0].name], 'a keyword in the body takes precedence');
  }
});
