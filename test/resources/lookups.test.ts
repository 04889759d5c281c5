import test from 'ava';
import {generateRecords} from '../../fixtures/index.js';
import {catalog} from '../../src/resources/index.js';
import {everyItem, ownAccount} from '../support/factories.js';
import {startTestSandbox} from '../support/sandbox.js';

test('gift types and address types have the service’s fixed ids', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const pairs = async (path: string) => (await everyItem(client, path)).map(({id, name}) => `${id} ${name}`).join(', ');
  t.is(
    await pairs('gift_types'),
    '1 Gift, 5 Other Income, 7 Pledge, 8 In Kind, 9 Soft Credit, 10 In Honor of, 11 In Memory of, 12 Matching, 13 Installment, 15 Peer Credit',
  );
  t.is(await pairs('types/email_address_types'), '1 Home, 2 Work, 3 Other, 4 Assistant');
  t.is(await pairs('types/street_address_types'), '1 Home, 2 Work, 3 Other, 4 School');
  t.is(
    await pairs('types/phone_number_types'),
    '1 Home, 2 Work, 3 Mobile, 4 Other, 6 Skype, 5 Fax, 7 Assistant, 8 Pager',
    'by ordinal, then by id',
  );
  t.is(await pairs('types/web_address_types'), '5 Website, 6 Facebook, 7 Twitter, 8 LinkedIn');
});

test('types has ten lists in the order of the service, each also available by its own path', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const types = await everyItem(client, 'types');
  t.deepEqual(
    types.map(({key}) => key),
    [
      'contact_report_types',
      'email_address_types',
      'mailing_types',
      'street_address_types',
      'phone_number_types',
      'web_address_types',
      'volunteering_categories',
      'appeal_types',
      'event_types',
      'note_types',
    ],
  );
  for (const {name, key, values} of types) {
    t.is(name.toLowerCase().replaceAll(' ', '_'), key);
    const {body} = await client.get(`types/${key}?limit=500`);
    t.deepEqual(body.items, values);
    t.is(body.item_type, key.replace(/ies$/, 'y').replace(/s$/, ''));
  }
  for (const key of ['shoe_sizes', 'marital_statuses', 'class_affiliation_types']) {
    const {status, body} = await client.get(`types/${key}`);
    t.is(status, 404);
    t.true(body.description.startsWith(`There is no type "${key}"`));
  }
});

test('type values have the names, codes and ordinals of the service', async t => {
  const client = ownAccount(await startTestSandbox(t, {profile: 'empty'}));
  const valuesOf = async (key: string) =>
    (await everyItem(client, `types/${key}`)).map(
      ({name, display_name, code, ordinal}) => `${name}|${display_name}|${code}|${ordinal}`,
    );
  t.deepEqual(await valuesOf('volunteering_categories'), [
    'General|General|general|0',
    'Donor Management|Donor Management|donor_management|100',
  ]);
  t.deepEqual(await valuesOf('note_types'), ['General|null|general|0', 'Update|null|update|100']);
  t.deepEqual(await valuesOf('event_types'), []);
  t.deepEqual(await valuesOf('appeal_types'), ['Direct Mail|Direct Mail|null|100', 'Online|Online|null|100']);
  t.deepEqual(await valuesOf('contact_report_types'), [
    'Call|Call|call|0',
    'Email|Email|email|1',
    'Meeting|Meeting|meeting|2',
    'Mailing|Mailing|letter|3',
    'Proposal|Proposal|proposal|4',
    'Other|Other|other|5',
  ]);
  t.is((await valuesOf('mailing_types')).at(-1), 'Annual Statement|Annual Statement|annual_statement|8');
  t.deepEqual(await valuesOf('phone_number_types'), [
    ...['Home|Home|home|100', 'Work|Work|work|100', 'Mobile|Mobile|mobile|100', 'Other|Other|other|100'],
    ...['Skype|Skype|skype|100', 'Fax|Fax|fax|101', 'Assistant|Assistant|assistant|101', 'Pager|Pager|pager|102'],
  ]);
  t.deepEqual(
    (await everyItem(client, 'types/email_address_types')).map(({ordinal}) => ordinal),
    [100, 100, 100, 101],
  );
  t.deepEqual(
    (await everyItem(client, 'types/street_address_types')).map(({ordinal}) => ordinal),
    [100, 100, 100, 100],
  );
});

test('membership levels, payment types, groups and relationship types have fixed ordinals', async t => {
  const client = ownAccount(await startTestSandbox(t, {profile: 'empty'}));
  const ordinals = async (path: string) =>
    (await everyItem(client, path)).map(({name, ordinal}) => `${name} ${ordinal}`);
  t.deepEqual(await ordinals('membership_levels'), [
    ...['General 0', 'Friend 1', 'Gold 100', 'Silver 100', 'Diamond 100', 'Bronze 100'],
  ]);
  t.deepEqual(await ordinals('payment_types'), ['Cash 0', 'Check 1', 'Credit Card 2', 'Stock 3']);
  t.true((await everyItem(client, 'groups')).every(({ordinal}) => ordinal === 0));
  const relations = await everyItem(client, 'relationship_types');
  const first = relations[0].id;
  t.deepEqual(
    relations.map(({id, name, ordinal}) => `${id - first} ${name} ${ordinal}`),
    'Parent, Mother, Father, Child, Daughter, Son, Employer, Employee, Spouse/Partner, Friend, Family'
      .split(', ')
      .map((name, index) => `${index} ${name} ${index}`),
  );
});

test('built-in keywords are not removable and have short codes', async t => {
  const client = ownAccount(await startTestSandbox(t, {profile: 'empty'}));
  const categories = await everyItem(client, 'categories');
  const knownOf = (key: string) =>
    categories
      .find(category => category.key === key)
      .keywords.filter(({removable}: {removable: boolean}) => !removable)
      .map(({name, short_code, ordinal}: Record<string, unknown>) => `${name}|${short_code}|${ordinal}`);
  t.deepEqual(knownOf('ack_preferences'), [
    'Prefers mail|ack_pref_mailing|0',
    'Prefers email|ack_pref_email|1',
    'Prefers none|ack_pref_none|2',
  ]);
  t.deepEqual(knownOf('tags'), [
    'Do not call|do_not_call|100',
    'Do not email|do_not_email|100',
    'Do not mail|do_not_mail|100',
  ]);
  t.deepEqual(knownOf('giving_status'), [
    'Top 100 Donor|top_100_donor|0',
    'New Donor|new_donor|1',
    'Active Donor|active_donor|2',
    'Lapsed Donor|lapsed_donor|3',
    'Non Donor|non_donor|4',
  ]);
});

/** Observed: the ids of these kinds are the same in every account. */
const sameEverywhere = new Set(['gift_types', 'email_address_types', 'phone_number_types', 'street_address_types']);

test('observed 19: account-specific records never have the ids 1, 2 or 3', t => {
  const {collections, nextIds} = generateRecords(catalog, {constituents: 20});
  for (const {name, firstId} of catalog.kinds.filter(kind => !sameEverywhere.has(kind.name))) {
    t.true(Math.min(firstId, nextIds.get(name)) > 3, name);
    t.deepEqual(
      [1, 2, 3].filter(id => collections.get(name)!.get(id) !== undefined),
      [],
      name,
    );
  }
});

test('gift categories, mailing templates and attributes are filtered by type', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const pledges = await everyItem(client, 'gift_categories?gift_type_id=7');
  t.deepEqual(
    pledges.map(({display_name}) => display_name),
    ['Standard Pledge', 'Grant'],
  );
  t.is((await everyItem(client, 'gift_categories')).length, 5);
  const [acknowledgment] = await everyItem(client, 'types/mailing_types');
  t.is((await everyItem(client, `mailing_templates?mailing_type_id=${acknowledgment.id}`)).length, 2);
  t.is((await everyItem(client, 'mailing_templates?mailing_type_id=1')).length, 0);
  const [ofConstituents, ofInvitations] = [
    await everyItem(client, 'attributes'),
    await everyItem(client, 'attributes?item_type=Invitation'),
  ];
  t.true(ofConstituents.length > 25 && ofConstituents.every(({item_type}) => item_type === 'Constituent'));
  t.true(ofInvitations.length > 0 && ofInvitations.every(({item_type}) => item_type === 'Invitation'));
  for (const query of [
    'gift_categories?gift_type_id=x',
    'mailing_templates?mailing_type_id=',
    'attributes?item_type=Gift',
    'attributes?item_type=AppealRequest',
  ]) {
    const {status, body} = await client.get(query);
    t.is(status, 400, query);
    t.is(body.error, 'Parameter Error');
  }
});

test('next_link keeps the filter of the list and drops other parameters', async t => {
  const sandbox = await startTestSandbox(t);
  const client = ownAccount(sandbox);
  const {body} = await client.get('gift_categories?limit=1&gift_type_id=1&page=7&access_token=x');
  t.is(body.next_link, `${sandbox.url}/api/v1/gift_categories?gift_type_id=1&limit=1&offset=1`);
});
