import test from 'ava';
import {catalog, schema} from '../../src/resources/index.js';
import {call, type Reply} from './account-copy.js';
import {load, openBare} from './loads.js';

const now = '2026-01-01T00:00:00Z';

/** The smallest valid record of each kind, for a constituent named `$smith`. */
const smallest: Readonly<Record<string, object>> = {
  constituent_contact_types: {name: 'Alumni'},
  marital_statuses: {name: 'Engaged'},
  contact_report_types: {name: 'Visit'},
  email_address_types: {name: 'School'},
  phone_number_types: {name: 'Satellite'},
  street_address_types: {name: 'Boat'},
  web_address_types: {name: 'Blog'},
  class_affiliation_types: {$id: 'alumnus', name: 'Alumnus'},
  mailing_types: {name: 'Postcard'},
  volunteering_categories: {name: 'Gardening'},
  appeal_types: {name: 'Radio'},
  event_types: {name: 'Auction'},
  note_types: {name: 'Reminder'},
  team_members: {first_name: 'Pat', last_name: 'Quinn', email: 'pat@example.org'},
  funds: {name: 'Roof'},
  campaigns: {name: 'Raise the Roof'},
  appeals: {$id: 'letter', name: 'Roof Letter'},
  events: {$id: 'party', name: 'Roof Party'},
  gift_types: {name: 'Loan'},
  gift_categories: {display_name: 'Matched', gift_type_name: 'Gift'},
  payment_types: {name: 'Bank Transfer'},
  mailing_templates: {name: 'Roof Thanks'},
  relationship_types: {name: 'Neighbor'},
  attributes: {name: 'Shoe Size'},
  groups: {$id: 'roofers', name: 'Roof Builders'},
  membership_levels: {name: 'Platinum'},
  categories: {$id: 'colours', item_type: 'Constituent', name: 'Colours'},
  keywords: {$id: 'red', category_id: '$colours', name: 'Red'},
  lists: {$id: 'mail', name: 'Roof Mail'},
  constituents: {$id: 'smith', first_name: 'Ada', last_name: 'Smith', email_addresses: []},
  class_affiliations: {constituent_id: '$smith', class_affiliation_type_id: '$alumnus', year: 1999},
  relationships: {constituent_id: '$smith', related_constituent_id: '$smith', name: 'Friend'},
  street_addresses: {constituent_id: '$smith', city: 'Chicago'},
  phone_numbers: {constituent_id: '$smith', number: '(888) 555-0044'},
  email_addresses: {item_id: '$smith', address: 'ada@example.com'},
  web_addresses: {item_id: '$smith', url: 'www.example.com'},
  constituent_keywords: {constituent_id: '$smith', keyword_id: '$red'},
  group_memberships: {constituent_id: '$smith', group_id: '$roofers'},
  memberships: {constituent_id: '$smith', membership_level_name: 'Gold'},
  gifts: {constituent_id: '$smith', gift_type_id: 1, received_amount: '12.5', received_date: '2025-05-05'},
  contact_reports: {constituent_id: '$smith', text: 'Called.'},
  appeal_requests: {constituent_id: '$smith', appeal_id: '$letter'},
  notes: {constituent_id: '$smith', text: 'Likes the garden.', original_date: '2025-05-05'},
  volunteer_times: {constituent_id: '$smith', volunteering_category_name: 'General'},
  invitations: {constituent_id: '$smith', event_id: '$party', attendances: [{date: '2025-05-05'}]},
  list_members: {list_id: '$mail', constituent_id: '$smith'},
};

/** The seed examples of other kinds, for the same constituent. */
const examples = catalog.kinds
  .filter(({name, seedExample}) => seedExample !== undefined && !(name in smallest))
  .map(({name, seedExample}) => [name, JSON.parse(JSON.stringify(seedExample![0]).replaceAll('"$ada"', '"$smith"'))]);

const allKinds: Readonly<Record<string, object>> = {...smallest, ...Object.fromEntries(examples)};

const records = Object.fromEntries(Object.entries(allKinds).map(([name, record]) => [name, [record]]));

test('every kind of stored record can be loaded', async t => {
  const kept = schema.specs.map(({name}) => name).filter(name => !['custom_attrs', 'attendances'].includes(name));
  t.deepEqual(Object.keys(allKinds).sort(), kept.sort());
  const account = openBare();
  const before = account.records;
  const {counts} = await load(records, account);
  for (const name of kept) {
    t.is(counts.get(name), 1, name);
    t.is(account.records.collections.get(name)!.size, before.collections.get(name)!.size + 1, name);
  }
});

test('the order of the loaded lists does not matter', async t => {
  const account = openBare();
  const reversed = openBare();
  await load(records, account);
  await load(Object.fromEntries(Object.entries(records).reverse()), reversed);
  const show = (id: string) => call(account, id);
  for (const list of ['listConstituents', 'searchGifts', 'listContactReports', 'listCategories']) {
    t.deepEqual(call(reversed, list), show(list));
  }
});

test('a loaded record gets the same defaults as a created one', async t => {
  const account = openBare();
  const {ids} = await load(records, account);
  const id = ids.get('smith')!;
  const ada: Reply = call(account, 'showConstituent', {params: {id}});
  t.like(ada, {
    id: 959_400,
    addressee: 'Ada Smith',
    salutation: 'Ada',
    sort_name: 'Smith, Ada',
    constituent_contact_type_name: 'Primary',
    date_added: '2026-01-01',
    created_at: now,
  });
  t.like(ada.street_addresses[0], {street_type_name: 'Home', seasonal_from: '01-01', is_preferred: false, zip5: null});
  t.like(ada.phone_numbers[0], {normalized_number: '8885550044', phone_type_name: 'Home'});
  t.like(ada.web_addresses[0], {web_address_type_name: 'Website'});
  t.like(ada.relationships[0], {name: 'Friend', related_constituent_id: id, auto_soft_credit: false});
  t.like(ada.groups[0], {group_name: 'Roof Builders', is_current: true});
  t.like(ada.memberships[0], {membership_level_name: 'Gold'});
  t.like(ada.categories[0], {name: 'Colours', facet_type: 'list', display_format: 'compact'});
  t.like(call(account, 'searchGifts').items[0], {
    gift_type_name: 'Gift',
    received_amount: 12.5,
    deposited_amount: 12.5,
    deposit_date: '2025-05-05',
    fund_id: 0,
    fund_name: null,
  });
  t.like(call(account, 'listContactReports').items[0], {
    name: "Contact report for 'Smith, Ada'",
    contact_report_type_name: null,
    original_date: '2026-01-01',
  });
  t.like(call(account, 'listAppealRequestsOfConstituent', {params: {constituent_id: id}}).items[0], {
    name: 'Appeal: Roof Letter',
    status: 'open',
    raised: 0,
  });
});

test('read-only lookups have defaults', async t => {
  const account = openBare();
  await load(records, account);
  const last = (id: string) => call(account, id).items.at(-1);
  t.like(last('listFunds'), {name: 'Roof', code: null, financial_goal: null});
  t.like(last('listPaymentTypes'), {key: 'bank_transfer', ordinal: 100});
  t.like(last('listGiftCategories'), {gift_type_id: 1, gift_type_name: 'Gift'});
  t.like(last('listMailingTemplates'), {
    code: 'roof_thanks',
    mailing_type_name: 'Acknowledgment',
    template_type: 'letter',
  });
  t.like(last('listRelationshipTypes'), {short_code: 'Neighbor', removable: true, reciprocal_id: null});
  t.like(last('listAttributes'), {item_type: 'Constituent', key: 'shoe_size'});
  t.like(last('listTeamMembers'), {email: 'pat@example.org', is_admin: false});
  t.like(call(account, 'listTypeValues', {textParams: {type: 'contact_report_types'}}).items.at(-1), {code: 'visit'});
});

test('records refer to each other by local names in any order', async t => {
  const account = openBare();
  const {ids} = await load(
    {
      gifts: [
        {$id: 'payment', constituent_id: '$smith', gift_type_name: 'Installment', parent_gift_id: '$pledge'},
        {constituent_id: '$smith', gift_type_id: 13, parent_external_id: 4711},
        {
          $id: 'pledge',
          constituent_id: '$smith',
          gift_type_id: 7,
          external_id: 4711,
          fund_id: '$roof',
          team_member: '$pat',
        },
      ],
      constituents: [
        {
          $id: 'smith',
          last_name: 'Smith',
          groups: [{group_id: '$roofers'}],
          categories: [{id: '$colours', keywords: [{id: '$red'}, {name: 'Blue'}]}],
          custom_attrs: [{id: '$size', value: '44'}],
          relationships: [{related_constituent_id: '$jones', relationship_type_id: '$neighbor'}],
        },
        {$id: 'jones', last_name: 'Jones'},
      ],
      categories: [
        {
          $id: 'colours',
          item_type: 'Constituent',
          name: 'Colours',
          keywords: [{$id: 'red', name: 'Red'}, {name: 'Blue'}],
        },
      ],
      groups: [{$id: 'roofers', name: 'Roofers'}],
      funds: [{$id: 'roof', name: 'Roof'}],
      team_members: [{$id: 'pat', ...allKinds.team_members}],
      attributes: [{$id: 'size', name: 'Shoe Size'}],
      relationship_types: [{$id: 'neighbor', name: 'Neighbor'}],
    },
    account,
  );
  t.is(ids.size, 11);
  const gifts: Reply[] = ['payment', 'pledge'].map(name => call(account, 'showGift', {params: {id: ids.get(name)!}}));
  t.like(gifts[0], {parent_gift_id: ids.get('pledge')!, parent_external_id: '4711', gift_type_name: 'Installment'});
  t.like(gifts[1], {fund_name: 'Roof', team_member: 'Pat Quinn', external_id: '4711'});
  const smith: Reply = call(account, 'showConstituent', {params: {id: ids.get('smith')!}});
  t.deepEqual(
    smith.categories[0].keywords.map(({name}: Reply) => name),
    ['Blue', 'Red'],
  );
  t.like(smith.custom_attrs[0], {key: 'shoe_size', value: '44', classification: 'text'});
  t.like(smith.relationships[0], {name: 'Neighbor', related_constituent_id: ids.get('jones')!});
});

test('the first nested address is preferred, unless one sets is_preferred', async t => {
  const account = openBare();
  const {ids} = await load(
    {
      constituents: [
        {
          $id: 'smith',
          last_name: 'Smith',
          email_addresses: [{address: 'a@example.com'}, {address: 'b@example.com'}],
          phone_numbers: [{number: '1'}, {number: '2', is_preferred: true}],
          web_addresses: [{url: 'www.example.com', is_preferred: false}],
        },
      ],
    },
    account,
  );
  const smith: Reply = call(account, 'showConstituent', {params: {id: ids.get('smith')!}});
  const preferred = (array: string) => smith[array].map(({is_preferred}: Reply) => is_preferred);
  t.deepEqual(preferred('email_addresses'), [true, false]);
  t.deepEqual(preferred('phone_numbers'), [false, true]);
  t.deepEqual(preferred('web_addresses'), [false]);
});

test('lookups are resolved by name as in a create', async t => {
  const account = openBare();
  await load(
    {
      constituents: [
        {
          $id: 'smith',
          last_name: 'Smith',
          marital_status_name: 'Married',
          phone_numbers: [{phone_type_name: 'Mobile'}],
        },
      ],
      gifts: [
        {
          constituent_id: '$smith',
          gift_type_name: 'Gift',
          gift_category_name: 'Donation',
          payment_type_name: 'Cash',
          ack_template_name: 'do_not_ack',
        },
      ],
      street_addresses: [{constituent_id: '$smith', street_address_type_name: 'School'}],
    },
    account,
  );
  const [gift] = call(account, 'searchGifts').items;
  t.like(gift, {gift_type_id: 1, gift_category_id: 5937, payment_type_id: 1507, ack_template_name: null});
  const {phone_numbers, street_addresses, marital_status_id} = call(account, 'showConstituent', {
    params: {id: gift.constituent_id},
  });
  t.is(marital_status_id, 1252);
  t.is(phone_numbers[0].phone_number_type_id, 3);
  t.is(street_addresses[0].street_address_type_id, 4);
});
