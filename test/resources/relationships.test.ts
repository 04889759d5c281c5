import test from 'ava';
import {type Client, created, newConstituent, ownAccount} from '../support/factories.js';
import {startTestSandbox} from '../support/sandbox.js';

async function twoConstituents(client: Client) {
  return [(await newConstituent(client)).id, (await newConstituent(client)).id] as [number, number];
}

const typeNamed = async (client: Client, name: string) =>
  (await client.get('relationship_types?limit=50')).body.items.find((type: {name: string}) => type.name === name).id;

const relationsOf = async (client: Client, id: number) =>
  (await client.get(`constituents/${id}/constituent_relationships`)).body.items as Array<Record<string, unknown>>;

test('a relationship has ten fields; its type is set by name, on create and on PATCH', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const [one, other] = await twoConstituents(client);
  const made = await created(
    client.post(`constituents/${one}/constituent_relationships`, {related_constituent_id: other, name: 'Employer'}),
  );
  const {api_version: _, ...row} = made;
  t.deepEqual(row, {
    id: made.id,
    relationship_type_id: await typeNamed(client, 'Employer'),
    constituent_id: one,
    related_constituent_id: other,
    name: 'Employer',
    description: null,
    auto_soft_credit: false,
    also_acknowledge: false,
    share_address: null,
    share_phone: null,
  });
  t.deepEqual((await client.get(`constituents/${one}`)).body.relationships, [row]);
  t.deepEqual(await relationsOf(client, other), [], 'no mirrored relationship without a reciprocal type');
  const {body: moved} = await client.patch(`constituent_relationships/${made.id}`, {name: 'Friend', id: 5});
  t.like(moved, {id: made.id, name: 'Friend', relationship_type_id: await typeNamed(client, 'Friend')});
  const second = {related_constituent_id: other, relationship_type_id: await typeNamed(client, 'Family')};
  t.is((await created(client.post(`constituents/${one}/constituent_relationships`, second))).name, 'Family');
  t.is((await client.get('relationships')).status, 404);
});

test('known fields that are ignored accept every value, as `id` does not inside a constituent', async t => {
  const client = ownAccount(await startTestSandbox(t, {strict: true}));
  const [one] = await twoConstituents(client);
  for (const [kind, what, array, fields] of [
    ['constituent_relationships', 'constituent relationship', 'relationships', ['id', 'created_at', 'updated_at']],
    ['class_affiliations', 'class affiliation', 'class_affiliations', ['id']],
  ] as const) {
    for (const value of [null, '', 'x', 1, [1], {}]) {
      const body = Object.fromEntries(fields.map(field => [field, value]));
      const made = await created(client.post(`constituents/${one}/${kind}`, body));
      t.deepEqual((await client.patch(`${kind}/${made.id}`, body)).body, made);
    }
    const {status, body} = await client.patch(`constituents/${one}`, {[array]: [{id: 'x'}]});
    t.is(status, 422);
    t.is(body.description, `${array}[0].id: the constituent has no ${what} with id "x"`);
  }
});

test('an unknown type is null; every field is optional; an unknown related constituent is rejected', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const [one, other] = await twoConstituents(client);
  const path = `constituents/${one}/constituent_relationships`;
  for (const type of [{name: 'Nemesis'}, {relationship_type_id: 3}, {relationship_type: 'Friend'}, {}]) {
    const body = {related_constituent_id: other, ...type};
    t.like(await created(client.post(path, body)), {relationship_type_id: null, name: null});
  }
  t.like(await created(client.post(path, {share_address: '1'})), {related_constituent_id: null, share_address: 1});
  const {status, body} = await client.post(path, {related_constituent_id: 4});
  t.is(status, 422);
  t.is(body.description, 'related_constituent_id: there is no constituent with id 4');
  const friend = await created(client.post(path, {related_constituent_id: other, name: 'Friend'}));
  const {body: kept} = await client.patch(`constituent_relationships/${friend.id}`, {name: 'Nemesis'});
  t.is(kept.name, 'Friend', 'an unknown name keeps the previous type');
  const {body: none} = await client.patch(`constituent_relationships/${friend.id}`, {relationship_type_id: null});
  t.like(none, {relationship_type_id: null, name: null});
});

for (const [reciprocal_rows, count] of [
  ['mirrored', 1],
  ['none', 0],
] as const) {
  test(`reciprocal_rows=${reciprocal_rows}: effect of creating a relationship with a reciprocal type`, async t => {
    const client = ownAccount(await startTestSandbox(t, {assume: {reciprocal_rows}}));
    const [one, other] = await twoConstituents(client);
    const [parent, child] = [await typeNamed(client, 'Parent'), await typeNamed(client, 'Child')];
    const tie = {related_constituent_id: other, name: 'Child', description: 'Eldest'};
    const back = {reciprocal_id: parent, reciprocal_description: 'Of the eldest'};
    const made = await created(client.post(`constituents/${one}/constituent_relationships`, {...tie, ...back}));
    t.is(made.relationship_type_id, child);
    t.false('reciprocal_id' in made);
    const mirrored = await relationsOf(client, other);
    t.is(mirrored.length, count);
    if (count === 1) {
      const expected = {relationship_type_id: parent, name: 'Parent', description: 'Of the eldest'};
      t.like(mirrored[0], {related_constituent_id: one, constituent_id: other, ...expected});
    }
    await client.patch(`constituents/${one}`, {relationships: [{...tie, rec_name: 'Mother'}]});
    t.is(
      (await relationsOf(client, other)).length,
      2 * count,
      'a relationship nested in a constituent behaves the same',
    );
    await client.patch(`constituent_relationships/${made.id}`, {rec_name: 'Father'});
    t.is((await relationsOf(client, other)).length, 2 * count, 'an update creates no mirrored relationship');
    await client.delete(`constituent_relationships/${made.id}`);
    t.is((await relationsOf(client, other)).length, 2 * count, 'deleting one side keeps the other');
    t.is((await relationsOf(client, one)).length, 1);
  });
}

test('class affiliations have five fields, store an unknown type as null and keep updated_at', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const types = (await client.get('class_affiliation_types')).body;
  t.is(types.item_type, 'class_affiliation_type');
  t.deepEqual(
    types.items,
    ['Student', 'Parent', 'Grandparent'].map((name, ordinal) => ({id: 515 + ordinal, name, ordinal})),
  );
  t.is((await client.get('types/class_affiliation_types')).status, 404);
  const [person] = (await client.get('constituents?limit=1')).body.items;
  const path = `constituents/${person.id}/class_affiliations`;
  const {api_version: _, ...made} = await created(
    client.post(path, {id: 7, class_affiliation_type_id: '516', year: '1998', note: 'alumnus'}),
  );
  t.deepEqual(made, {
    id: made.id,
    constituent_id: person.id,
    class_affiliation_type_id: 516,
    year: 1998,
    note: 'alumnus',
  });
  t.true(made.id > 7);
  const single = (await client.get(`constituents/${person.id}`)).body;
  t.deepEqual(single.class_affiliations.at(-1), made);
  t.is(single.updated_at, person.updated_at);
  t.like(await created(client.post(path, {class_affiliation_type_id: 1})), {
    class_affiliation_type_id: null,
    year: null,
    note: null,
  });
});

test('relationships and class affiliations are created, updated and replaced with the constituent', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const [friend, boss] = await twoConstituents(client);
  const one = await newConstituent(client, {
    class_affiliations: [{id: 4, class_affiliation_type_id: 515, year: 1978}],
    relationships: [{related_constituent_id: friend, name: 'Friend'}],
  });
  t.like(one.class_affiliations, [{class_affiliation_type_id: 515, year: 1978}]);
  t.like(one.relationships, [{related_constituent_id: friend, name: 'Friend'}]);
  const patch = (body: object) => client.patch(`constituents/${one.id}`, body);
  const {body} = await patch({
    class_affiliations: [{id: one.class_affiliations[0].id, note: 'with honours'}, {year: 1999}],
    relationships: [
      {id: one.relationships[0].id, name: 'Family'},
      {related_constituent_id: boss, name: 'Employer'},
    ],
  });
  t.like(body.class_affiliations, [{id: one.class_affiliations[0].id, year: 1978, note: 'with honours'}, {year: 1999}]);
  t.like(body.relationships, [{related_constituent_id: friend, name: 'Family'}, {name: 'Employer'}]);
  const {body: replaced} = await patch({
    class_affiliations: [{id: body.class_affiliations[1].id, year: 2000}],
    relationships: [{related_constituent_id: boss, name: 'Friend'}],
    remove_previous_class_affiliations: true,
    remove_previous_relationships: true,
  });
  t.is(replaced.class_affiliations.length, 1);
  t.like(replaced.class_affiliations, [{id: body.class_affiliations[1].id, year: 2000}]);
  t.is(replaced.relationships.length, 1);
  t.true(replaced.relationships[0].id > body.relationships[1].id);
  const wrong = await patch({class_affiliations: [{id: 1}], relationships: [{id: 1}, {related_constituent_id: 2}]});
  t.is(wrong.status, 422);
  for (const issue of [
    'class_affiliations[0].id: the constituent has no class affiliation with id 1',
    'relationships[0].id: the constituent has no constituent relationship with id 1',
    'relationships[1].related_constituent_id: there is no constituent with id 2',
  ]) {
    t.true(wrong.body.description.includes(issue), wrong.body.description);
  }
});

test('class matches type and years of a single affiliation; lgl_id sorts by id', async t => {
  const client = ownAccount(await startTestSandbox(t, {profile: 'empty'}));
  const add = async (...held: ReadonlyArray<readonly [type: number, year: number | null]>) => {
    const class_affiliations = held.map(([class_affiliation_type_id, year]) => ({class_affiliation_type_id, year}));
    return (await newConstituent(client, {class_affiliations})).id as number;
  };
  const [a, b, c] = [await add([515, 2000]), await add([516, 2000], [515, 2010]), await add([516, null])];
  const found = async (value: string, more = '') => {
    const {body} = await client.get(`constituents/search?q[]=class=${encodeURIComponent(value)}&sort=lgl_id!${more}`);
    return body.items.map(({id}: {id: number}) => id) as number[];
  };
  t.deepEqual(await found('515|2000'), [a]);
  t.deepEqual(await found('515|2001'), []);
  t.deepEqual(await found('515,516|2000 to 2009'), [b, a]);
  t.deepEqual(await found('515 , 516|1990-01-01 to 2010-12-31'), [b, a]);
  t.deepEqual(await found('516|2010'), [], 'type and year must be of the same affiliation');
  t.deepEqual(await found('517|0000 to 9999'), []);
  t.false((await found('515,516|0000 to 9999')).includes(c), 'an affiliation without a year matches no range');
  const {items} = (await client.get('constituents/search?expand=relationships,class_affiliations')).body;
  t.deepEqual(Object.keys(items[0]).slice(-2), ['class_affiliations', 'relationships']);
  t.deepEqual((await client.get('constituents/search?sort=lgl_id')).body.items[0].id, a);
});

test('the default data has over a page of each under one constituent, and rare states', async t => {
  const client = ownAccount(await startTestSandbox(t, {profile: 'default'}));
  const {items} = (await client.get('constituents/search?limit=300&expand=relationships,class_affiliations')).body;
  const maxLength = (array: string) => Math.max(...items.map((item: Record<string, unknown[]>) => item[array]!.length));
  t.true(maxLength('relationships') > 25);
  t.true(maxLength('class_affiliations') > 25);
  const classes = items.flatMap((item: {class_affiliations: object[]}) => item.class_affiliations);
  for (const field of ['year', 'note']) {
    t.true(
      classes.some((row: Record<string, unknown>) => row[field] === null),
      field,
    );
  }
  const ties = items.flatMap((item: {relationships: object[]}) => item.relationships);
  t.true(ties.some((row: Record<string, unknown>) => row['relationship_type_id'] === null));
});
