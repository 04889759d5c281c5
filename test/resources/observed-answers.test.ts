import test from 'ava';
import {created, everyItem, newCategory, newConstituent, newKeyword, ownAccount} from '../support/factories.js';
import {startTestSandbox} from '../support/sandbox.js';

const open = async (t: import('ava').ExecutionContext, options = {}) => ownAccount(await startTestSandbox(t, options));

const nobody = 987_654_321;

test('observed 10: the title of a 422 is `error saving object`; the description names the issue', async t => {
  const client = await open(t);
  const {status, body} = await client.post('groups', {});
  t.is(status, 422);
  t.deepEqual(body, {api_version: '1.0', error: 'error saving object', description: 'name: is required'});
});

test('observed 11: a 404 for an id names the id', async t => {
  const client = await open(t);
  const {id} = await newConstituent(client);
  await client.delete(`constituents/${id}`);
  for (const [path, named] of [
    [`groups/${nobody}`, nobody],
    [`constituents/${id}`, id],
    [`constituents/${nobody}/gifts`, nobody],
    ['gifts/none', 'none'],
  ] as const) {
    const {status, body} = await client.get(path);
    t.is(status, 404);
    t.deepEqual(body, {api_version: '1.0', error: 'Not Found', description: `Item with id '${named}' not found`});
  }
  t.is((await client.patch(`gifts/${nobody}`, {})).body.description, `Item with id '${nobody}' not found`);
  t.is((await client.delete(`gifts/${nobody}`)).body.description, `Item with id '${nobody}' not found`);
});

test('observed 12: a write under a constituent that does not exist is a 403; a list under it is a 404', async t => {
  const client = await open(t);
  const bodies = {
    keywords: {id: 1},
    contact_reports: {text: 'Called.'},
    group_memberships: {group_name: 'Board Member'},
    memberships: {membership_level_name: 'Gold'},
    gifts: {gift_type_id: 1},
    email_addresses: {address: 'a@example.com'},
    appeal_requests: {appeal_id: 1},
  };
  const refused = async (reply: ReturnType<typeof client.post>) => {
    const {status, body} = await reply;
    t.is(status, 403);
    t.is(body.error, 'Forbidden');
    t.regex(body.description, /^You do not have access /);
  };
  for (const [kind, body] of Object.entries(bodies)) {
    await refused(client.post(`constituents/${nobody}/${kind}`, body));
    if (kind !== 'keywords') {
      t.is((await client.get(`constituents/${nobody}/${kind}`)).status, 404, kind);
    }
  }
  await refused(client.delete(`constituents/${nobody}/keywords/1`));
  t.is((await client.get(`constituents/${nobody}/categories`)).status, 404);
  t.is(
    (await client.post(`appeals/${nobody}/appeal_requests`, {})).status,
    404,
    'an unknown parent of another kind is a 404',
  );
});

test('observed 13: attaching an unknown keyword is a 400', async t => {
  const client = await open(t);
  const {id} = await newConstituent(client);
  const {status, body} = await client.post(`constituents/${id}/keywords`, {id: nobody});
  t.is(status, 400);
  t.like(body, {
    error: 'Bad Request',
    description: `id: there is no keyword with id ${nobody} in a category for constituents`,
  });
  t.is((await client.post(`constituents/${id}/keywords`, {})).status, 422, 'a missing id is a 422');
  t.is((await client.post(`constituents/${id}/keywords`, {id: 'x'})).status, 422);
});

test('observed 14: detaching a keyword that is not held succeeds; only an unknown keyword is a 404', async t => {
  const client = await open(t);
  const {id} = await newConstituent(client);
  const keyword = await newKeyword(client, (await newCategory(client)).id, 'Red');
  const path = `constituents/${id}/keywords`;
  const detach = async (of: number) => (await client.delete(`${path}/${of}`)).status;
  t.is(await detach(keyword.id), 200);
  await created(client.post(path, {id: keyword.id}));
  t.deepEqual([await detach(keyword.id), await detach(keyword.id)], [200, 200]);
  t.is((await client.get(`constituents/${id}/categories`)).body.total_items, 0);
  t.is(await detach(nobody), 404);
  await created(client.post(path, {id: keyword.id}));
  await client.delete(`keywords/${keyword.id}`);
  t.deepEqual(
    [await detach(keyword.id), await detach(keyword.id)],
    [200, 404],
    'an archived keyword can be detached once',
  );
});

test('observed 2: the id in custom_attrs is the definition’s id, and a PATCH can use it', async t => {
  const client = await open(t);
  const definitions = await everyItem(client, 'attributes?item_type=Constituent');
  const [first, second] = definitions;
  const createWith = (value: string) =>
    newConstituent(client, {
      custom_attrs: [
        {key: first.key, value},
        {id: second.id, value: 'other'},
      ],
    });
  const [one, two] = [await createWith('a'), await createWith('b')];
  const ids = ({custom_attrs}: {custom_attrs: Array<{id: number}>}) => custom_attrs.map(({id}) => id);
  t.deepEqual(ids(one), [first.id, second.id]);
  t.deepEqual(ids(two), ids(one), 'the ids are the same for every constituent');
  const sent = one.custom_attrs.map((held: object) => ({...held, value: 'changed'}));
  const {body} = await client.patch(`constituents/${one.id}`, {custom_attrs: [sent[1]]});
  t.deepEqual(body.custom_attrs, [one.custom_attrs[0], sent[1]]);
});

test('observed 18: the challenge for an invalid Bearer token names the realm', async t => {
  const sandbox = await startTestSandbox(t);
  const {status, headers} = await sandbox.get('/api/v1/groups', {key: 'wrong'});
  t.is(status, 401);
  t.regex(headers.get('www-authenticate')!, /^Bearer realm="Rack::OAuth2 Protected Resources", error="invalid_token"/);
});

test('observed 21: no response has rate-limit headers, whatever its status', async t => {
  const sandbox = await startTestSandbox(t, {rateLimit: 3});
  const replies = [
    await sandbox.get('/api/v1/groups'),
    await sandbox.get('/api/v1/groups?limit=0'),
    await sandbox.post('/api/v1/groups', {}),
    await sandbox.get('/api/v1/groups'),
    await sandbox.get('/api/v1/groups', {key: 'wrong'}),
  ];
  t.deepEqual(
    replies.map(({status}) => status),
    [200, 400, 422, 429, 401],
  );
  for (const {headers} of replies) {
    t.deepEqual(
      [...headers.keys()].filter(name => /rate-?limit/i.test(name)),
      [],
    );
  }
});

test('observed 23: a category keeps the key it was created with; a missing key is generated', async t => {
  const client = await open(t);
  t.is((await newCategory(client, {key: 'my_key'})).key, 'my_key');
  t.regex((await newCategory(client)).key, /^[0-9a-f]{8}(_[0-9a-f]{4}){3}_[0-9a-f]{12}$/);
});

test('required_fields=observed: item_type of a category defaults to Constituent', async t => {
  const refused = await (await open(t)).post('categories', {name: 'Colours'});
  t.is(refused.status, 422);
  t.regex(refused.body.description, /^item_type: is required.*--assume required_fields=observed$/);
  const client = await open(t, {assume: 'observed'});
  t.is((await created(client.post('categories', {name: 'Colours'}))).item_type, 'Constituent');
  t.is((await client.post('categories', {name: 'Colours', item_type: 'Person'})).status, 422);
});
