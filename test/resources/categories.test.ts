import test from 'ava';
import {created, everyItem, newCategory, newConstituent, newKeyword, ownAccount} from '../support/factories.js';
import {startTestSandbox} from '../support/sandbox.js';

const names = (items: ReadonlyArray<{readonly name: string}>) => items.map(({name}) => name);

test('a new category has default values and a generated key', async t => {
  const sandbox = await startTestSandbox(t);
  const [one, other] = [await newCategory(ownAccount(sandbox)), await newCategory(ownAccount(sandbox))];
  t.like(one, {
    item_type: 'Constituent',
    facet_type: 'list',
    ordinal: 100,
    removable: true,
    editable: true,
    display_format: 'compact',
    keywords: [],
  });
  t.regex(one.key, /^[0-9a-f]{8}_[0-9a-f]{4}_4[0-9a-f]{3}_[89ab][0-9a-f]{3}_[0-9a-f]{12}$/);
  t.deepEqual(one, other, 'both accounts get the same key');
});

test('categories are filtered by item_type, which defaults to Constituent', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const types = async (query: string) => [
    ...new Set((await everyItem(client, `categories${query}`)).map(({item_type}) => item_type)),
  ];
  t.deepEqual(await types(''), ['Constituent']);
  t.deepEqual(await types('?item_type=Gift'), ['Gift']);
  t.deepEqual(await types('?item_type=VolunteerTime'), ['VolunteerTime']);
  const {status, body} = await client.get('categories?item_type=Person');
  t.is(status, 400);
  t.is(body.error, 'Parameter Error');
  t.is(body.description, 'item_type: must be one of Constituent, Gift, VolunteerTime, got "Person"');
});

test('categories and keywords are sorted by ordinal, then name', async t => {
  const client = ownAccount(await startTestSandbox(t));
  for (const [name, ordinal] of [
    ['b', 1],
    ['a', 2],
    ['c', 1],
    ['a', 1],
  ] as const) {
    await newCategory(client, {name, ordinal, item_type: 'VolunteerTime'});
  }
  const listed = await everyItem(client, 'categories?item_type=VolunteerTime');
  t.deepEqual(names(listed).slice(0, 4), ['a', 'b', 'c', 'a']);
  const {id} = await newCategory(client);
  for (const name of ['z', 'm', 'a']) {
    await newKeyword(client, id, name);
  }
  await client.post(`categories/${id}/keywords`, {name: 'first', ordinal: 1});
  t.deepEqual(names(await everyItem(client, `categories/${id}/keywords`)), ['first', 'a', 'm', 'z']);
  t.deepEqual(names((await client.get(`categories/${id}`)).body.keywords), ['first', 'a', 'm', 'z']);
});

test('a new keyword belongs to the category in the path and has default values', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const [one, two] = [await newCategory(client), await newCategory(client)];
  const keyword = await created(client.post(`categories/${one.id}/keywords`, {name: 'Red', category_id: two.id}));
  t.like(keyword, {
    category_id: one.id,
    description: null,
    short_code: null,
    ordinal: 100,
    removable: true,
    can_change: true,
    can_select: true,
  });
  t.is((await client.patch(`keywords/${keyword.id}`, {category_id: two.id})).body.category_id, two.id);
  t.is((await client.patch(`keywords/${keyword.id}`, {category_id: 1})).status, 422);
});

async function holding(t: import('ava').ExecutionContext) {
  const client = ownAccount(await startTestSandbox(t));
  const category = await newCategory(client);
  const keyword = await newKeyword(client, category.id, 'Red');
  const {id} = await newConstituent(client);
  const attach = (keywordId: number) => client.post(`constituents/${id}/keywords`, {id: keywordId});
  const held = async () => (await client.get(`constituents/${id}/categories`)).body.items;
  return {client, category, keyword, id, attach, held};
}

test('attaching and detaching a keyword return only the result, and update the constituent', async t => {
  const {client, category, keyword, id, attach, held} = await holding(t);
  await newKeyword(client, category.id, 'Blue');
  for (let time = 0; time < 2; time++) {
    t.is((await attach(keyword.id)).text, '{"api_version":"1.0","result":"success"}');
  }
  const {api_version: _, ...keywordFields} = keyword;
  const {api_version: __, ...categoryFields} = category;
  t.deepEqual(await held(), [{...categoryFields, keywords: [keywordFields]}]);
  t.deepEqual((await client.get(`constituents/${id}`)).body.categories, await held());
  t.is((await client.delete(`constituents/${id}/keywords/${keyword.id}`)).status, 200);
  t.deepEqual(await held(), []);
  t.is(
    (await client.delete(`constituents/${id}/keywords/${keyword.id}`)).status,
    200,
    'detaching a detached keyword is not an error',
  );
});

test('a second keyword of a category with facet_type single replaces the first', async t => {
  const {client, category, keyword, attach, held} = await holding(t);
  await client.patch(`categories/${category.id}`, {facet_type: 'single'});
  const blue = await newKeyword(client, category.id, 'Blue');
  await attach(keyword.id);
  await attach(blue.id);
  t.deepEqual(names((await held())[0].keywords), ['Blue']);
});

test('attaching an unknown keyword or one for gifts is rejected', async t => {
  const {client, attach} = await holding(t);
  const ofGifts = await newCategory(client, {item_type: 'Gift'});
  const wrong = await newKeyword(client, ofGifts.id, 'x');
  for (const id of [1, wrong.id]) {
    const {status, body} = await attach(id);
    t.is(status, 400);
    t.true(body.description.startsWith(`id: there is no keyword with id ${id}`));
  }
});

test('an archived keyword is visible only on constituents that hold it', async t => {
  const {client, category, keyword, attach, held} = await holding(t);
  await attach(keyword.id);
  t.is((await client.delete(`keywords/${keyword.id}`)).status, 200);
  t.is((await client.get(`keywords/${keyword.id}`)).status, 404);
  t.is((await client.delete(`keywords/${keyword.id}?permanent=0`)).status, 404);
  t.deepEqual(await everyItem(client, `categories/${category.id}/keywords`), []);
  t.deepEqual((await client.get(`categories/${category.id}`)).body.keywords, []);
  t.is((await attach(keyword.id)).status, 400);
  t.deepEqual(names((await held())[0].keywords), ['Red']);
  t.is((await client.delete(`keywords/${keyword.id}?permanent=1`)).text, '{"api_version":"1.0","result":"success"}');
  t.deepEqual(await held(), []);
  t.is((await client.delete(`keywords/${keyword.id}?permanent=1`)).status, 404);
});

test('permanent must be 0 or 1', async t => {
  const {client, keyword} = await holding(t);
  for (const value of ['2', 'yes', '-1']) {
    const {status, body} = await client.delete(`keywords/${keyword.id}?permanent=${value}`);
    t.is(status, 400);
    t.true(body.description.startsWith('permanent: must be 0 or 1'), body.description);
  }
  t.is((await client.get(`keywords/${keyword.id}`)).status, 200);
});

test('deleting a category deletes its keywords, archived ones included, and detaches them', async t => {
  const {client, category, keyword, attach, held} = await holding(t);
  await attach(keyword.id);
  await client.delete(`keywords/${keyword.id}`);
  await client.delete(`categories/${category.id}`);
  t.deepEqual(await held(), []);
  t.is((await client.delete(`keywords/${keyword.id}?permanent=1`)).status, 404);
});
