import test, {type ExecutionContext} from 'ava';
import type {StartOptions} from '../../src/sandbox/start-options.js';
import {
  type Client,
  created,
  everyItem,
  newCategory,
  newConstituent,
  newKeyword,
  ownAccount,
} from '../support/factories.js';
import {startTestSandbox} from '../support/sandbox.js';

async function open(t: ExecutionContext, options: StartOptions = {}) {
  const client = ownAccount(await startTestSandbox(t, options));
  const {id} = await newConstituent(client);
  return {client, id, place: `constituents/${id}/volunteer_times`};
}

const general = {volunteering_category_name: 'General'};

test('a volunteer time has thirteen fields; an integer external id is returned as a string', async t => {
  const {client, id, place} = await open(t);
  const [category] = await everyItem(client, 'types/volunteering_categories');
  const sent = {
    external_id: 678_890,
    volunteering_category_id: category.id,
    description: 'Set the tables',
    hours: '4.5',
    date: '2025-12-05',
    end_date: '2025-12-06',
    completed_hours: 4,
  };
  const {api_version: _, id: timeId, ...fields} = await created(client.post(place, sent));
  t.deepEqual(fields, {
    constituent_id: id,
    external_id: '678890',
    volunteering_category_id: category.id,
    volunteering_category_name: 'General',
    description: 'Set the tables',
    hours: 4.5,
    date: '2025-12-05',
    end_date: '2025-12-06',
    completed_hours: 4,
    custom_fields: [],
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
  });
  const {body} = await client.get(place);
  t.is(body.item_type, 'volunteer_time');
  t.deepEqual(body.items, [{id: timeId, ...fields}]);
  await client.delete(`constituents/${id}`);
  t.is(
    (await client.get(`volunteer_times/${timeId}`)).status,
    404,
    'the volunteer time is deleted with its constituent',
  );
});

test('omitted fields are null, except the description, which is empty', async t => {
  const {client, place} = await open(t);
  t.like(await created(client.post(place, general)), {
    external_id: null,
    description: '',
    hours: null,
    date: null,
    end_date: null,
    completed_hours: null,
  });
});

test('a category is required, set by id or name; an unknown name creates a category', async t => {
  const {client, place} = await open(t);
  const missing = await client.post(place, {hours: 2});
  t.is(missing.status, 422);
  t.is(missing.body.description, 'volunteering_category_id: is required, or volunteering_category_name');
  const unknown = await client.post(place, {volunteering_category_id: 999_999});
  t.is(unknown.body.description, 'volunteering_category_id: there is no volunteering category with id 999999');
  t.is((await client.post(place, {volunteering_category_name: ' '})).status, 422);
  const time = await created(client.post(place, {volunteering_category_name: 'Garden Work'}));
  t.deepEqual((await everyItem(client, 'types/volunteering_categories')).at(-1), {
    id: time.volunteering_category_id,
    name: 'Garden Work',
    display_name: 'Garden Work',
    code: 'garden_work',
    ordinal: 100,
  });
  const {body} = await client.patch(`volunteer_times/${time.id}`, general);
  t.is(body.volunteering_category_id, time.volunteering_category_id - 2);
  t.is((await client.patch(`volunteer_times/${time.id}`, {volunteering_category_name: null})).status, 422);
});

test('custom fields need a category for volunteer times; values are appended; unknown are ignored', async t => {
  const {client, place} = await open(t);
  const category = await newCategory(client, {item_type: 'VolunteerTime', name: 'Shifts'});
  const [early, late] = [await newKeyword(client, category.id, 'Early'), await newKeyword(client, category.id, 'Late')];
  const fields = (...values: Array<{id: number}>) => [{id: category.id, values: values.map(({id}) => ({id}))}];
  const time = await created(
    client.post(place, {...general, custom_fields: [...fields(early), {name: 'No Such Field', values: [{name: 'x'}]}]}),
  );
  const held = ({custom_fields}: {custom_fields: Array<{name: string; values: Array<{name: string}>}>}) =>
    custom_fields.map(({name, values}) => `${name}: ${values.map(value => value.name).join()}`);
  t.deepEqual(held(time), ['Shifts: Early']);
  const path = `volunteer_times/${time.id}`;
  t.deepEqual(held((await client.patch(path, {custom_fields: fields(late)})).body), ['Shifts: Early,Late']);
  const replaced = [{...fields(late)[0], remove_previous_values: true}];
  t.deepEqual(held((await client.patch(path, {custom_fields: replaced})).body), ['Shifts: Late']);
  const [ofGifts] = await everyItem(client, 'categories?item_type=Gift');
  const refused = await client.post(place, {...general, custom_fields: [{id: ofGifts.id, values: []}]});
  t.is(refused.status, 422);
  t.true(refused.body.description.startsWith('custom_fields[0].id: there is no category with id'));
});

test('constituent_id: a POST uses the path; a PATCH moves the record, also in strict mode', async t => {
  for (const strict of [false, true]) {
    const {client, id, place} = await open(t, {strict});
    const other = await newConstituent(client);
    const time = await created(client.post(place, {...general, constituent_id: other.id}));
    t.is(time.constituent_id, id);
    const path = `volunteer_times/${time.id}`;
    t.is((await client.patch(path, {constituent_id: other.id})).body.constituent_id, other.id);
    t.is((await client.get(place)).body.total_items, 0);
    t.is((await client.patch(path, {constituent_id: 1})).status, 422);
  }
});

test('strict mode rejects an unknown field of a volunteer time', async t => {
  const {client, place} = await open(t, {strict: true});
  const {status, body} = await client.post(place, {...general, hour: 3});
  t.is(status, 422);
  t.is(body.description, 'hour: unknown field; did you mean hours?');
  t.is((await client.get('volunteer_times/search?expand=x')).status, 400);
});

async function found(client: Client, query: string): Promise<string> {
  const {body} = await client.get(`volunteer_times/search?${query}`);
  return body.items.map(({description}: {description: string}) => description).join();
}

test('volunteer times are found by all eight terms; default order is undated, latest, largest id', async t => {
  const client = ownAccount(await startTestSandbox(t, {profile: 'empty'}));
  const colours = await newCategory(client);
  const red = await newKeyword(client, colours.id, 'Red');
  const holder = await newConstituent(client, {categories: [{id: colours.id, keywords: [{id: red.id}]}]});
  const other = await newConstituent(client);
  const add = (id: number, description: string, date: string | null, name = 'General') =>
    created(client.post(`constituents/${id}/volunteer_times`, {description, date, volunteering_category_name: name}));
  const tables = await add(holder.id, 'Tables', '2025-05-01');
  await add(other.id, 'Café', '2025-06-01', 'Donor Management');
  await add(holder.id, 'Undated', null);
  await add(other.id, 'Chairs', '2025-05-01');
  t.is(await found(client, ''), 'Undated,Café,Chairs,Tables');
  t.is(await found(client, 'sort=date!'), 'Undated,Café,Chairs,Tables');
  t.is(await found(client, 'sort=date'), 'Tables,Chairs,Café,Undated');
  t.is(await found(client, 'sort=constituent_id'), 'Tables,Undated,Café,Chairs');
  t.is(await found(client, 'sort=constituent_id!'), 'Café,Chairs,Tables,Undated');
  t.is((await client.get('volunteer_times/search?sort=hours')).status, 400);
  t.is(await found(client, 'q[]=date_from=2025-05-01T00:00:01Z'), 'Café');
  t.is(await found(client, 'q[]=date_from=2025-05-01;date_to=2025-05-01'), 'Chairs,Tables');
  t.is(await found(client, 'q[]=description=CAFE'), 'Café');
  t.is(await found(client, `q[]=volunteering_category_id=${tables.volunteering_category_id}`), 'Undated,Chairs,Tables');
  t.is(await found(client, `q[]=constituent_id=${other.id},1`), 'Café,Chairs');
  t.is(await found(client, `q[]=const_keyword=${red.id}`), 'Undated,Tables');
  t.is(await found(client, 'q[]=updated_from=2026-01-01;updated_to=2026-01-01'), 'Undated,Café,Chairs,Tables');
  t.is(await found(client, 'q[]=updated_to=2025-12-31'), '');
});

test('all volunteer times are listed by id; the default data has null and set optional fields', async t => {
  const client = ownAccount(await startTestSandbox(t, {profile: 'default'}));
  const times = await everyItem(client, 'volunteer_times');
  const ids = times.map(({id}) => id);
  t.deepEqual(
    ids,
    [...ids].sort((a, b) => a - b),
  );
  t.true(ids.length > 26);
  for (const field of ['external_id', 'hours', 'date', 'end_date', 'completed_hours']) {
    t.true(times.some(time => time[field] === null) && times.some(time => time[field] !== null), field);
  }
  t.true(
    times.some(({description}) => description === '') && times.some(({custom_fields}) => custom_fields.length > 0),
  );
});

test('volunteer times are imported in response form, with the categories and fields they name', async t => {
  const sandbox = await startTestSandbox(t, {profile: 'empty'});
  const seed = (volunteer_times: object[]) =>
    sandbox.post('/_sandbox/seed', {records: {constituents: [{$id: 'ada', last_name: 'Ada'}], volunteer_times}});
  const refused = await seed([{constituent_id: '$ada'}, {constituent_id: '$ada', volunteering_category_name: 'X'}]);
  t.is(
    refused.body.description,
    'records.volunteer_times[0].volunteering_category_id: is required, or volunteering_category_name\n' +
      'records.volunteer_times[1].volunteering_category_name: there is no volunteering category named "X"',
  );
  const values = [{id: 9001, category_id: 900, name: 'Early'}];
  const time = {id: 7, volunteering_category_id: 500, volunteering_category_name: 'X', external_id: '5', hours: 1.5};
  const field = {id: 900, item_type: 'VolunteerTime', name: 'Shifts', key: 'shifts', values};
  t.is((await seed([{...time, constituent_id: '$ada', custom_fields: [field]}])).status, 200);
  const {body} = await sandbox.get('/api/v1/volunteer_times/7');
  t.like(body, time);
  t.like(body.custom_fields[0], {name: 'Shifts', values: {0: {name: 'Early'}}});
});
