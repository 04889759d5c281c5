import test from 'ava';
import {open} from './account-copy.js';
import {importable, load, openBare, refusal} from './loads.js';

const smith = {id: 1, last_name: 'Smith'};

const gifts = (...records: object[]) =>
  refusal({constituents: [smith], gifts: records.map(record => ({constituent_id: 1, gift_type_id: 1, ...record}))});

test('one error lists every invalid field by its path', async t => {
  const description = await refusal({
    funds: [{name: 5}],
    campaigns: [{}],
    constituents: [
      {...smith, is_org: 'yes', email_addresses: [{address: 7}, 'x'], phone_numbers: 5, groups: [{group_id: 'x'}]},
    ],
    gifts: [
      {constituent_id: 1, gift_type_id: 1, received_amount: 'ten', created_at: '2025-02-30T00:00:00Z'},
      {gift_type_name: 'Nope'},
    ],
    nonsense: [],
  });
  t.deepEqual(description.split('\n'), [
    'records.constituents[0].phone_numbers: must be an array, got 5',
    'records.constituents[0].email_addresses[1]: must be an object, got "x"',
    `records.nonsense: unknown list of records; give any of ${importable.join(', ')}`,
    'records.funds[0].name: must be a string, got 5',
    'records.campaigns[0].name: is required',
    'records.constituents[0].is_org: must be true or false, got "yes"',
    'records.constituents[0].email_addresses[0].address: must be a string, got 7',
    'records.constituents[0].groups[0].group_id: must be an integer, got "x"',
    'records.gifts[0].received_amount: must be a number, got "ten"',
    'records.gifts[0].created_at: must be a moment, YYYY-MM-DDTHH:MM:SSZ, got "2025-02-30T00:00:00Z"',
    'records.gifts[1].constituent_id: is required',
    'records.gifts[1].gift_type_name: there is no gift type named "Nope"',
  ]);
});

test('records must be an object of arrays of objects', async t => {
  t.is(await refusal(undefined), 'records: is required');
  t.is(await refusal(null), 'records: must be an object, got null');
  t.is(await refusal([]), 'records: must be an object, got an array');
  t.is(await refusal({funds: null}), 'records.funds: must be an array, got null');
  t.is(await refusal({funds: {}}), 'records.funds: must be an array, got an object');
  t.is(await refusal({funds: [null]}), 'records.funds[0]: must be an object, got null');
  t.regex(
    await refusal({custom_attrs: []}),
    /^records\.custom_attrs: unknown list of records; give any of constituent_contact_types, /,
  );
  t.regex(await refusal(JSON.parse('{"__proto__": []}')), /^records\.__proto__: unknown list/);
});

test('an empty document is loaded', async t => {
  const account = openBare();
  const before = account.records;
  t.is((await load({}, account)).counts.size, 0);
  t.is((await load({funds: []}, account)).counts.size, 0);
  t.is(account.records, before);
});

test('an unknown field at any depth is rejected with a suggestion', async t => {
  t.deepEqual(
    (
      await refusal({
        constituents: [
          {frist_name: 'Ada', last_name: 'Lovelace', emial_addresses: [{address: 'ada@example.com'}]},
          {
            last_name: 'Byron',
            email_addresses: [{adress: 'x@example.com'}],
            categories: [{id: 1, name: 'Tags', keey: 'tags'}],
          },
        ],
        gifts: [{constituent_id: 1, gift_type_id: 1, recieved_amount: 5, amount: 5}],
      })
    ).split('\n'),
    [
      'records.constituents[0].frist_name: unknown field; did you mean first_name?',
      'records.constituents[0].emial_addresses: unknown field; did you mean email_addresses?',
      'records.constituents[1].categories[0].keey: unknown field; did you mean key?',
      'records.constituents[1].email_addresses[0].adress: unknown field; did you mean address?',
      'records.gifts[0].recieved_amount: unknown field; did you mean received_amount?',
      'records.gifts[0].amount: unknown field',
      'records.gifts[0].constituent_id: there is no constituent with id 1',
    ],
  );
  const odd = JSON.parse('{"name": "Roof", "__proto__": {"code": 5}, "constructor": 1}');
  t.is(
    await refusal({funds: [odd]}),
    'records.funds[0].__proto__: unknown field\nrecords.funds[0].constructor: unknown field',
  );
});

test('invalid and duplicate ids are rejected', async t => {
  t.is(await gifts({id: 7}, {id: 7}), 'records.gifts[1].id: 7 is here twice among gifts');
  for (const id of [0, -1, 1.5, 'x', 1e13, {}, '$smith']) {
    t.regex(await gifts({id}), /^records\.gifts\[0\]\.id: must be an integer from 1 to 999999999999, got /);
  }
  t.is(
    await refusal({
      constituents: [{...smith, email_addresses: [{id: 3}]}],
      email_addresses: [{id: 3, item_id: 1}],
    }),
    'records.email_addresses[0].id: 3 is here twice among email_addresses',
  );
});

test('invalid and unknown local names are rejected', async t => {
  t.is(
    await gifts({constituent_id: '$nobody'}),
    'records.gifts[0].constituent_id: there is no record here with "$id" "nobody"',
  );
  t.is(
    await gifts({$id: 'gift'}, {constituent_id: '$gift'}),
    'records.gifts[1].constituent_id: must be one of constituents; "$gift" is one of gifts',
  );
  t.is(await gifts({$id: 'gift'}, {$id: 'gift'}), 'records.gifts[1].$id: "gift" is the name of another record already');
  t.is(await gifts({$id: '$gift'}), 'records.gifts[0].$id: must be a name that does not begin with $, got "$gift"');
  t.is(await gifts({$id: 5}), 'records.gifts[0].$id: must be a name that does not begin with $, got 5');
});

test('missing, invalid and unknown references are rejected', async t => {
  t.is(await gifts({constituent_id: 2}), 'records.gifts[0].constituent_id: there is no constituent with id 2');
  t.is(await gifts({gift_type_id: null}), 'records.gifts[0].gift_type_id: is required, or gift_type_name');
  t.is(await gifts({fund_id: ''}), 'records.gifts[0].fund_id: must be an integer, got ""');
  t.is(await refusal({email_addresses: [{}]}), 'records.email_addresses[0].item_id: is required, or constituent_id');
  t.is(
    await refusal({
      constituents: [
        {...smith, memberships: [{constituent_id: 2}]},
        {id: 2, last_name: 'Jones'},
      ],
    }),
    'records.constituents[0].memberships[0].constituent_id: must be 1, the record that this one stands in, got 2',
  );
  t.is(
    await refusal({constituents: [smith], constituent_keywords: [{constituent_id: 1, keyword_id: 12_359}]}),
    'records.constituent_keywords[0].keyword_id: 12359 is of a category for "Gift", not for "Constituent"',
  );
});

test('an object that cannot be converted to a string is rejected like any other value', async t => {
  const strange = {toString: 1, valueOf: 1};
  t.is(
    await refusal({
      categories: [{item_type: 'Constituent', name: 'Colours', keywords: [{name: 'Red', category_id: strange}]}],
    }),
    'records.categories[0].keywords[0].category_id: must be 1069, the record that this one stands in, got an object',
  );
});

test('a relationship may be nested in the related constituent', async t => {
  const relationships = [{id: 3, constituent_id: 2, related_constituent_id: 1, name: 'Friend'}];
  const account = openBare();
  await load(
    {
      constituents: [
        {...smith, relationships},
        {id: 2, last_name: 'Jones'},
      ],
    },
    account,
  );
  t.like(account.records.collections.get('relationships')!.get(3), {id: 3, constituent_id: 2});
});

test('a constituent needs a name', async t => {
  t.is(
    await refusal({constituents: [{}]}),
    'records.constituents[0].last_name: is required, or first_name, or org_name',
  );
  t.notThrows(() => load({constituents: [{org_name: 'Harbour Trust', is_org: true}, {sort_name: ''}]}));
});

test('an external id of another gift is rejected', async t => {
  const taken = await gifts({id: 8, external_id: 'x'}, {id: 9, external_id: 'x'});
  t.is(
    taken,
    'records.gifts[0].external_id: "x" is taken by gift 9\nrecords.gifts[1].external_id: "x" is taken by gift 8',
  );
  const account = openBare();
  await load({constituents: [smith], gifts: [{id: 8, constituent_id: 1, gift_type_id: 1, external_id: 'x'}]}, account);
  t.is(
    await refusal({gifts: [{constituent_id: 1, gift_type_id: 1, external_id: 'x'}]}, account),
    'records.gifts[0].external_id: "x" is taken by gift 8',
  );
  t.notThrows(() => load({gifts: [{id: 8, constituent_id: 1, gift_type_id: 1, external_id: 'x'}]}, account));
});

test('an invalid lookup is not reported again for the records that refer to it', async t => {
  t.is(
    await refusal({
      constituents: [smith],
      campaigns: [{id: 5, name: 'Roof', code: 5}],
      gifts: [
        {constituent_id: 1, gift_type_id: 1, campaign_id: 5},
        {constituent_id: 1, gift_type_id: 1, campaign_name: 'Roof'},
      ],
    }),
    'records.campaigns[0].code: must be a string, got 5',
  );
});

test('a record that would have no valid response is rejected', async t => {
  const lacks = (field: string) => `records.constituents[0].constituent_contact_type_${field}: is required`;
  t.is(await refusal({constituents: [smith]}, open()), `${lacks('id')}\n${lacks('name')}`);
});
