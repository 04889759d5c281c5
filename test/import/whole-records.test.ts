import test from 'ava';
import {call, type open, type Reply} from './account-copy.js';
import {load, openBare, refusal} from './loads.js';

const moments = {created_at: '2023-09-18T18:25:25Z', updated_at: '2023-10-31T18:01:04Z'};

const show = (account: ReturnType<typeof open>, id: number): Reply => call(account, 'showConstituent', {params: {id}});

test('given values are stored unchanged, even for fields that are otherwise derived', async t => {
  const account = openBare();
  const given = {
    api_version: '1.0',
    id: 12_345,
    last_name: 'Marsh',
    first_name: null,
    sort_name: 'Zed & Co',
    addressee: null,
    ...moments,
    phone_numbers: [{id: 7, number: '(888) 555-0072', normalized_number: '72', is_preferred: false, ...moments}],
    street_addresses: [{id: 8, postal_code: '90002-1234', zip5: '00000', verified: true, lat: 1.5, is_preferred: true}],
    email_addresses: [
      {id: 1, address: 'a@example.com', is_preferred: true, email_address_type_id: 99},
      {id: 2, address: 'b@example.com', is_preferred: true},
    ],
  };
  await load({constituents: [given, {last_name: 'Adams'}]}, account);
  const shown = show(account, 12_345);
  t.like(shown, {first_name: null, sort_name: 'Zed & Co', addressee: null, salutation: 'Marsh', ...moments});
  t.like(shown.phone_numbers[0], given.phone_numbers[0]!);
  t.like(shown.street_addresses[0], given.street_addresses[0]!);
  t.deepEqual(
    shown.email_addresses.map(({is_preferred, email_type_name}: Reply) => [is_preferred, email_type_name]),
    [
      [true, null],
      [true, 'Home'],
    ],
  );
  t.deepEqual(
    call(account, 'listConstituents').items.map(({sort_name}: Reply) => sort_name),
    ['Adams', 'Zed & Co'],
  );
});

test('a gift keeps its tribute and outdated names of lookups', async t => {
  const account = openBare();
  const gift = {
    id: 894_485,
    constituent_id: '$smith',
    gift_type_id: 1,
    gift_type_name: 'Present',
    fund_id: 2395,
    fund_name: 'Old Name',
    deposit_date: null,
    received_date: '2025-01-01',
    deductible_amount: 0,
    received_amount: 10,
    ack_template_name: 'Some Letter',
    tribute_name: 'Honorary - General',
    tributee_name: 'R. Hall',
    ...moments,
  };
  await load({constituents: [{$id: 'smith', last_name: 'Smith'}], gifts: [gift]}, account);
  const {constituent_id: _, ...kept} = gift;
  t.like(call(account, 'showGift', {params: {id: 894_485}}), {...kept, deposited_amount: 10});
  t.not(call(account, 'listFunds').items[0].name, 'Old Name');
});

test('unknown lookups are created from records that name them by id and name', async t => {
  const account = openBare();
  const values = [{id: 601, category_id: 60, name: 'v1', short_code: 'one', ordinal: 3}];
  await load(
    {
      constituents: [
        {
          id: 1,
          last_name: 'Smith',
          marital_status_id: 88,
          marital_status_name: 'Engaged',
          email_addresses: [{email_address_type_id: 9, email_type_name: 'School'}],
          categories: [
            {id: 50, name: 'Colours', key: 'colours', facet_type: 'single', keywords: [{id: 501, name: 'Red'}]},
          ],
          groups: [{group_id: 40, group_name: 'Roofers'}],
          memberships: [{membership_level_id: 30, membership_level_name: 'Platinum'}],
          relationships: [{relationship_type_id: 20, name: 'Rival', related_constituent_id: 1}],
          custom_attrs: [{id: 10, key: 'shoe', name: 'Shoe Size', classification: 'integer', ordinal: 7, value: '44'}],
        },
      ],
      gifts: [
        {
          constituent_id: 1,
          gift_type_id: 21,
          gift_type_name: 'Loan',
          gift_category_id: 70,
          gift_category_name: 'Bridge',
          event_id: 80,
          event_name: 'Party',
          received_date: '2024-02-29',
          team_member: 'Pat van Quinn',
          team_member_email: 'pat@example.org',
          custom_fields: [{id: 60, item_type: 'Gift', name: 'Field', key: 'f', editable: false, values}],
        },
      ],
      appeal_requests: [{constituent_id: 1, appeal_id: 90, name: 'Appeal: Annual (Roof) (2021-07-01)'}],
    },
    account,
  );
  const find = (operation: string, id: number, input = {}) =>
    call(account, operation, input).items.find((item: Reply) => item.id === id);
  t.like(find('listCategories', 50), {name: 'Colours', facet_type: 'single', display_format: 'compact'});
  t.like(find('listCategories', 60, {query: {item_type: 'Gift'}}), {key: 'f', editable: false});
  t.like(call(account, 'showKeyword', {params: {id: 601}}), {category_id: 60, short_code: 'one', ordinal: 3});
  t.like(find('listGroups', 40), {name: 'Roofers', key: 'roofers'});
  t.like(find('listMembershipLevels', 30), {name: 'Platinum'});
  t.like(find('listRelationshipTypes', 20), {name: 'Rival'});
  t.like(find('listGiftTypes', 21), {name: 'Loan'});
  t.like(find('listGiftCategories', 70), {display_name: 'Bridge', gift_type_id: 21, gift_type_name: 'Loan'});
  t.like(find('listEvents', 80), {name: 'Party', date: '2024-02-29'});
  t.like(find('listAppeals', 90), {name: 'Annual (Roof)', date: '2021-07-01'});
  t.like(find('listTypeValues', 9, {textParams: {type: 'email_address_types'}}), {name: 'School'});
  t.like(account.records.collections.get('marital_statuses')!.get(88), {name: 'Engaged'});
  t.like(call(account, 'listTeamMembers').items.at(-1), {first_name: 'Pat', last_name: 'van Quinn'});
  t.like(
    call(account, 'listAttributes').items.find(({id}: Reply) => id === 10),
    {key: 'shoe', item_type: 'Constituent'},
  );
  const [attribute] = show(account, 1).custom_attrs;
  t.deepEqual(attribute, {id: 10, classification: 'integer', name: 'Shoe Size', key: 'shoe', ordinal: 7, value: '44'});
});

test('an unknown lookup with only an id or only a name is rejected', async t => {
  const constituent = (more: object) => refusal({constituents: [{id: 1, last_name: 'Smith', ...more}]});
  const path = 'records.constituents[0].';
  t.is(await constituent({groups: [{group_id: 5}]}), `${path}groups[0].group_id: there is no group with id 5`);
  t.is(
    await constituent({memberships: [{membership_level_name: 'Plutonium'}]}),
    `${path}memberships[0].membership_level_name: there is no membership level named "Plutonium"`,
  );
  t.is(
    await constituent({categories: [{id: 5}]}),
    `${path}categories[0].id: there is no category with id 5 for Constituent`,
  );
  t.is(
    await constituent({categories: [{key: 'tags', keywords: [{id: 5}, {name: 'Nope'}]}]}),
    `${path}categories[0].keywords[0].id: there is no keyword 5 in "Communication Tags"\n` +
      `${path}categories[0].keywords[1].name: there is no keyword "Nope" in "Communication Tags"`,
  );
  t.is(
    await constituent({custom_attrs: [{key: 'nope', value: ''}]}),
    `${path}custom_attrs[0].key: there is no attribute "nope" for Constituent`,
  );
  const gift = (more: object) =>
    refusal({constituents: [{id: 1, last_name: 'Smith'}], gifts: [{constituent_id: 1, gift_type_id: 1, ...more}]});
  t.regex(await gift({fund_name: 'Nope'}), /^records\.gifts\[0\]\.fund_name: there is no fund named "Nope"$/);
  t.regex(await gift({parent_gift_id: 5}), /^records\.gifts\[0\]\.parent_gift_id: there is no gift with id 5$/);
  t.regex(
    await gift({parent_external_id: 'x'}),
    /^records\.gifts\[0\]\.parent_external_id: there is no gift with external_id "x"$/,
  );
  t.regex(await gift({team_member: 'Nobody'}), /^records\.gifts\[0\]\.team_member: no team member matches "Nobody"; /);
  t.regex(
    await gift({custom_fields: [{id: 1040, name: 'Tags', values: []}]}),
    /there is no category with id 1040 for Gift$/,
  );
});

test('duplicate attributes and keywords are merged: the last value and each keyword is used once', async t => {
  const account = openBare();
  const done = {key: 'thank_you_call', values: [{name: 'Done'}, {name: 'Done'}]};
  const custom_attrs = ['one', 'two'].map(value => ({key: 'legal_name', value}));
  await load(
    {
      constituents: [{id: 1, last_name: 'Smith', custom_attrs}],
      gifts: [{id: 2, constituent_id: 1, gift_type_id: 1, custom_fields: [done, done]}],
    },
    account,
  );
  t.deepEqual(
    show(account, 1).custom_attrs.map(({value}: Reply) => value),
    ['two'],
  );
  const {custom_fields} = call(account, 'showGift', {params: {id: 2}});
  t.deepEqual(
    custom_fields.map(({values}: Reply) => values.length),
    [1],
  );
});

test('a keyword that is missing from its category’s list is archived', async t => {
  const account = openBare();
  await load(
    {
      categories: [{id: 50, item_type: 'Constituent', name: 'Colours', keywords: [{id: 501, name: 'Red'}]}],
      constituents: [
        {
          id: 1,
          last_name: 'Smith',
          categories: [
            {
              id: 50,
              name: 'Colours',
              keywords: [
                {id: 501, name: 'Red'},
                {id: 502, name: 'Blue'},
              ],
            },
          ],
        },
      ],
      keywords: [{id: 503, category_id: 50, name: 'Green', archived: true}],
    },
    account,
  );
  const names = (keywords: Reply[]) => keywords.map(({name}) => name);
  t.deepEqual(names(show(account, 1).categories[0].keywords), ['Blue', 'Red']);
  t.deepEqual(names(call(account, 'listKeywordsOfCategory', {params: {category_id: 50}}).items), ['Red']);
});
