import test from 'ava';
import {call, idsOf, type Reply, send} from './account-copy.js';
import {dump, load, openBare} from './loads.js';

const constituent = {
  id: 5,
  last_name: 'Smith',
  nick_name: 'Smithy',
  is_active: false,
  email_addresses: [
    {id: 51, address: 'a@example.com'},
    {id: 52, address: 'b@example.com'},
  ],
  phone_numbers: [{id: 61, number: '1'}],
  groups: [{id: 71, group_id: 3240}],
  categories: [{key: 'tags', keywords: [{name: 'Texts'}, {name: 'Webinars'}]}],
  custom_attrs: [{key: 'legal_name', value: 'Smith'}],
};

const gift = {
  id: 9,
  constituent_id: 5,
  gift_type_id: 1,
  note: 'Hello',
  custom_fields: [{key: 'thank_you_call', values: [{name: 'Done'}]}],
};

async function openWithSmith() {
  const account = openBare();
  await load({constituents: [constituent], gifts: [gift]}, account);
  return account;
}

const show = (account: ReturnType<typeof openBare>): Reply => call(account, 'showConstituent', {params: {id: 5}});

test('a loaded record replaces the existing one with its id', async t => {
  const account = await openWithSmith();
  await load(
    {constituents: [{id: 5, last_name: 'Jones'}], gifts: [{id: 9, constituent_id: 5, gift_type_id: 7}]},
    account,
  );
  t.like(show(account), {last_name: 'Jones', nick_name: null, sort_name: 'Jones'});
  t.like(call(account, 'showGift', {params: {id: 9}}), {gift_type_name: 'Pledge', note: null});
});

test('omitted arrays and fields that responses do not include are kept', async t => {
  const account = await openWithSmith();
  const before = show(account);
  await load(
    {constituents: [{id: 5, last_name: 'Jones'}], gifts: [{id: 9, constituent_id: 5, gift_type_id: 7}]},
    account,
  );
  const after = show(account);
  for (const array of ['email_addresses', 'phone_numbers', 'groups', 'categories', 'custom_attrs']) {
    t.deepEqual(after[array], before[array], array);
  }
  t.is(call(account, 'listConstituents').total, 0);
  t.is(call(account, 'showGift', {params: {id: 9}}).custom_fields.length, 1);
});

test('a given array replaces the existing one', async t => {
  const account = await openWithSmith();
  const {id} = show(account).custom_attrs[0];
  await load(
    {
      constituents: [
        {
          ...constituent,
          email_addresses: [{id: 52, address: 'c@example.com'}, {address: 'd@example.com'}],
          phone_numbers: [],
          categories: [{key: 'tags', keywords: [{name: 'Webinars'}, {name: 'French'}]}],
          custom_attrs: [{key: 'legal_name', value: 'Jones'}],
        },
      ],
      email_addresses: [{item_id: 5, address: 'e@example.com'}],
    },
    account,
  );
  const after = show(account);
  const addresses = after.email_addresses.map(({address}: Reply) => address);
  t.deepEqual(addresses.sort(), ['c@example.com', 'd@example.com', 'e@example.com']);
  t.deepEqual(after.phone_numbers, []);
  t.deepEqual(
    after.categories[0].keywords.map(({name}: Reply) => name),
    ['French', 'Webinars'],
  );
  t.like(after.custom_attrs[0], {id, value: 'Jones'});
});

test('loading a keyword that is already held creates no duplicate', async t => {
  const account = await openWithSmith();
  const [{keyword_id}] = dump(account).constituent_keywords;
  await load(
    {
      constituent_keywords: [
        {constituent_id: 5, keyword_id},
        {constituent_id: 5, keyword_id},
      ],
    },
    account,
  );
  t.is(dump(account).constituent_keywords.length, 2);
});

test('loading a preferred address clears the previous preferred one', async t => {
  const account = await openWithSmith();
  await load({email_addresses: [{constituent_id: 5, address: 'c@example.com', is_preferred: true}]}, account);
  t.deepEqual(
    show(account).email_addresses.map(({is_preferred}: Reply) => is_preferred),
    [false, false, true],
  );
});

test('new ids are above all loaded ids', async t => {
  const account = openBare();
  const {ids} = await load(
    {
      constituents: [
        {$id: 'first', last_name: 'A'},
        {
          id: 2_000_000,
          last_name: 'B',
        },
        {$id: 'third', last_name: 'C', groups: [{group_id: 5000, group_name: 'New'}]},
      ],
    },
    account,
  );
  t.deepEqual([...ids.values()], [2_000_001, 2_000_002]);
  const created = await send(account, 'createConstituent', {}, {last_name: 'D'});
  t.is(created.id, 2_000_003);
  t.is((await send(account, 'createGroup', {}, {name: 'Next'})).id, 5001);
});

test('a merge does not change the rest of the account', async t => {
  const account = await openWithSmith();
  const before = dump(account);
  await load({constituents: [{id: 6, last_name: 'Jones'}]}, account);
  t.deepEqual(idsOf(account, 'constituents'), [5, 6]);
  const {constituents: _, nextIds: __, ...rest} = dump(account);
  t.like(before, rest);
});
