import test from 'ava';
import {generateRecords} from '../../fixtures/index.js';
import type {Account} from '../../src/accounts/account.js';
import {importRecords, recordsToReplace} from '../../src/import/import-records.js';
import {catalog, schema} from '../../src/resources/index.js';
import {Transaction} from '../../src/store/transaction.js';
import {call, copyOf, everyReply, idsOf, open, type Reply, send} from './account-copy.js';
import {dump, load} from './loads.js';

const original = open(generateRecords(catalog, {constituents: 40}));

/** Applies writes of a client that a copy must preserve, most of which do not occur in generated data. */
async function applyWrites(account: Account): Promise<Reply> {
  const [first = 0, second = 0, third = 0] = idsOf(account, 'constituents');
  const tag = (name: string) =>
    call(account, 'listKeywordsOfCategory', {params: {category_id: 1040}}).items.find(
      (item: Reply) => item.name === name,
    ).id;
  await send(account, 'attachKeyword', {constituent_id: first}, {id: tag('Texts')});
  await send(account, 'deleteKeyword', {id: tag('Texts')}, {}, {permanent: 0});
  const [fields] = call(account, 'listCategories', {query: {item_type: 'Gift'}}).items;
  const values = fields.keywords.slice(0, 2).map(({id, name}: Reply) => ({id, name}));
  const custom_fields = [{id: fields.id, name: fields.name, values}];
  const pledge = await send(
    account,
    'createGiftOfConstituent',
    {constituent_id: second},
    {
      gift_type_id: 7,
      external_id: 'pledge-x',
      custom_fields,
    },
  );
  await send(
    account,
    'createGiftOfConstituent',
    {constituent_id: third},
    {gift_type_id: 13, parent_gift_id: pledge.id},
  );
  await send(
    account,
    'createAppealRequestOfConstituent',
    {constituent_id: second},
    {
      appeal_id: 2663,
      custom_fields,
      custom_attrs: [{key: 'outcome', value: 'Yes'}],
    },
  );
  await send(account, 'createEmailAddressOfConstituent', {constituent_id: first}, {email_address_type_id: 77});
  await send(account, 'updateConstituent', {id: third}, {custom_attrs: [{key: 'pet_names', value: ''}]});
  await send(account, 'deleteKeyword', {id: values[1].id}, {}, {permanent: 0});
  return account;
}

for (const [name, account] of [
  ['generated data', original],
  ['data with client writes', await applyWrites(open(original.records))],
] as const) {
  test(`a copy of ${name} in an empty account returns the original response to every GET`, async t => {
    const copy = open();
    await load(copyOf(account), copy);
    const [expected, actual] = [everyReply(account), everyReply(copy)];
    t.true(expected.size > 1000);
    t.deepEqual([...actual.keys()], [...expected.keys()]);
    for (const [request, reply] of expected) {
      t.deepEqual(actual.get(request), reply, request);
    }
  });

  test(`a copy of ${name}, loaded into its original account, changes nothing`, async t => {
    const same = open(account.records);
    await load(copyOf(account), same);
    t.deepEqual(dump(same), dump(account));
  });

  test(`a copy of ${name}, loaded twice, creates no duplicates`, async t => {
    const copy = open();
    await load(copyOf(account), copy);
    const once = dump(copy);
    await load(copyOf(account), copy);
    t.deepEqual(dump(copy), once);
  });
}

test('a copy without lookup lists creates the lookups that it names', async t => {
  const {team_members, class_affiliation_types, ...rest} = copyOf(original);
  const {constituents, gifts, contact_reports, appeal_requests, notes, volunteer_times} = rest;
  const copy = open();
  const records = {constituents, gifts, contact_reports, appeal_requests, notes, volunteer_times};
  await load({...records, team_members, class_affiliation_types}, copy);
  const [expected, actual] = [everyReply(original), everyReply(copy)];
  const requests = [...expected.keys()].filter(name =>
    /^(show(Con|Gift|AppealR|Note|Vol|.*Addr)|search[^L]|listGifts)/.test(name),
  );
  t.true(requests.length > 300);
  for (const name of requests.filter(name => !name.includes('membership_level'))) {
    t.deepEqual(actual.get(name), expected.get(name), name);
  }
  const fund = call(original, 'listFunds').items[0];
  const created = call(copy, 'listFunds').items.find(({id}: Reply) => id === fund.id);
  t.deepEqual(created, {...fund, description: null, code: null, start_date: null, financial_goal: null});
});

test('a replace keeps only the given records and the lookup lists that they do not include', async t => {
  const {constituents, gifts} = copyOf(original);
  const records = {
    constituents: constituents!.slice(0, 1).map(one => ({...one, relationships: []})),
    funds: [],
    gifts: [],
  };
  const before = original.records;
  const transaction = new Transaction(schema, recordsToReplace(records, before, catalog), () => '2026-01-01T00:00:00Z');
  await importRecords(records, transaction, catalog);
  const after = open(transaction.result());
  t.true(gifts!.length > 0);
  for (const [name, expected] of [
    ['constituents', 1],
    ['gifts', 0],
    ['contact_reports', 0],
    ['appeal_requests', 0],
    ['funds', 0],
    ['campaigns', before.collections.get('campaigns')!.size],
    ['keywords', before.collections.get('keywords')!.size],
  ] as const) {
    t.is(after.records.collections.get(name)!.size, expected, name);
  }
  t.is(after.records.nextIds.get('gifts'), 894_300);
  t.is(after.records.nextIds.get('campaigns'), before.nextIds.get('campaigns'));
});

test('replacing categories removes their keywords', t => {
  const sizes = (records: unknown) => {
    const {collections} = recordsToReplace(records, original.records, catalog);
    return [collections.get('categories')!.size, collections.get('keywords')!.size];
  };
  t.deepEqual(sizes({categories: []}), [0, 0]);
  t.deepEqual(sizes({keywords: []}), [30, 0]);
  t.deepEqual(sizes({}), [30, 108]);
  t.deepEqual(sizes(null), [30, 108]);
  t.deepEqual(sizes([]), [30, 108]);
});
