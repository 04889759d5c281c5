import test from 'ava';
import {generateRecords} from '../../fixtures/index.js';
import {Account} from '../../src/accounts/account.js';
import {frozenClock} from '../../src/accounts/clock.js';
import {Caches} from '../../src/operations/caches.js';
import type {ResultPage} from '../../src/operations/operation.js';
import {catalog, operations, schema} from '../../src/resources/index.js';
import {Issues} from '../../src/schema/issues.js';
import {type SettingOptions, settingsOf} from '../../src/settings.js';
import {type Chunked, finish} from '../../src/store/chunked.js';
import {type Client, everyItem, newCategory, newConstituent, newKeyword, ownAccount} from '../support/factories.js';
import {startTestSandbox} from '../support/sandbox.js';
import {readNow} from '../support/transactions.js';

/** Adds one constituent for each way that its latest membership can end. The sandbox's clock is at 2026-01-01. */
async function addMembers(client: Client) {
  const add = async (...ends: ReadonlyArray<string | null>) => {
    const {id} = await newConstituent(client);
    for (const finish_date of ends) {
      await client.post(`constituents/${id}/memberships`, {membership_level_name: 'Gold', finish_date});
    }
    return id as number;
  };
  return {
    yesterday: await add('2025-12-31'),
    today: await add('2026-01-01'),
    endless: await add('2020-01-01', null),
    none: await add(),
  };
}

test('membership_status: 0 finds lapsed and 1 active members, unless the assumption swaps them', async t => {
  const readings: ReadonlyArray<readonly [SettingOptions, '0' | '1']> = [
    [{}, '0'],
    [{assume: {membership_status: '0:lapsed'}}, '0'],
    [{assume: {membership_status: '0:active'}}, '1'],
  ];
  for (const [options, lapsed] of readings) {
    const client = ownAccount(await startTestSandbox(t, options));
    const members = await addMembers(client);
    const find = async (value: string) =>
      (await everyItem(client, `constituents/search?q[]=membership_status=${value}`)).map(({id}) => id as number);
    const [lapsedIds, activeIds] = [await find(lapsed), await find(lapsed === '0' ? '1' : '0')];
    t.true(lapsedIds.includes(members.yesterday));
    t.true([members.today, members.endless].every(id => activeIds.includes(id)));
    t.false([...lapsedIds, ...activeIds].includes(members.none));
    t.deepEqual(
      lapsedIds.filter(id => activeIds.includes(id)),
      [],
    );
  }
});

test('searches with different assumptions return different results for the same records', t => {
  const records = generateRecords(catalog, {constituents: 50});
  const account = new Account('shared', schema, {records, clock: frozenClock(Date.UTC(2026, 0, 1))});
  const caches = new Caches();
  const search = operations.find(({id}) => id === 'searchConstituents')!;
  const find = (assumed: '0:lapsed' | '0:active', value: string) => {
    const input = {
      params: {},
      textParams: {},
      query: {limit: 100, offset: 0, 'q[]': [`membership_status=${value}`], q: []},
      body: {},
      issues: Issues.none(),
      settings: settingsOf({assume: {membership_status: assumed}}),
      caches,
    };
    const {items} = readNow(account, transaction => finish(search.handle(input, transaction) as Chunked<ResultPage>));
    return items.map(item => (item as {id: number}).id);
  };
  const lapsed = find('0:lapsed', '0');
  const active = find('0:lapsed', '1');
  t.true(lapsed.length > 0 && active.length > 0);
  t.deepEqual(find('0:active', '0'), active);
  t.deepEqual(find('0:active', '1'), lapsed);
});

/** Creates a keyword and attaches it to a constituent. */
async function holdKeyword(client: Client) {
  const category = await newCategory(client);
  const keyword = await newKeyword(client, category.id, 'Red');
  const constituent = await newConstituent(client, {categories: [{id: category.id, keywords: [{id: keyword.id}]}]});
  const held = async () => {
    const {body} = await client.get(`constituents/${constituent.id}/categories`);
    return body.items.length === 1;
  };
  const listed = async () => (await client.get(`categories/${category.id}/keywords`)).body.total_items === 1;
  return {id: keyword.id as number, held, listed};
}

const gone = {status: 404, held: false, listed: false};

const outcomes = {
  archive: {status: 404, held: true, listed: false},
  permanent: gone,
  ignore: {status: 200, held: true, listed: true},
};

for (const [value, outcome] of Object.entries(outcomes)) {
  test(`keyword_delete=${value}: effect of a DELETE without permanent=1`, async t => {
    const assume = {keyword_delete: value as keyof typeof outcomes};
    const client = ownAccount(await startTestSandbox(t, {assume}));
    for (const query of ['', '?permanent=0']) {
      const keyword = await holdKeyword(client);
      const after = async () => ({
        status: (await client.get(`keywords/${keyword.id}`)).status,
        held: await keyword.held(),
        listed: await keyword.listed(),
      });
      const {status, body} = await client.delete(`keywords/${keyword.id}${query}`);
      t.is(status, 200);
      t.is(body.result, 'success');
      t.deepEqual(await after(), outcome);
      t.is((await client.delete(`keywords/${keyword.id}${query}`)).status, outcome.status, 'a second DELETE');
      t.is((await client.delete(`keywords/${keyword.id}?permanent=1`)).status, value === 'permanent' ? 404 : 200);
      t.deepEqual(await after(), gone);
    }
    t.is((await client.delete('keywords/999')).status, 404);
  });
}

test('keyword_delete: a DELETE archives the keyword by default', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const keyword = await holdKeyword(client);
  await client.delete(`keywords/${keyword.id}`);
  t.deepEqual([await keyword.held(), await keyword.listed()], [true, false]);
});
