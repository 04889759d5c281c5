import type {ExecutionContext} from 'ava';
import test from 'ava';
import {generateRecords} from '../../fixtures/index.js';
import type {FullExchange} from '../../src/exchanges/exchange.js';
import {seedSchema} from '../../src/openapi/seed-schema.js';
import {servedDocument} from '../../src/openapi/served-document.js';
import {catalogOf} from '../../src/operations/kinds/catalog.js';
import {kinds, catalog as standard} from '../../src/resources/index.js';
import type {StartOptions} from '../../src/sandbox/start-options.js';
import {startSandboxOf} from '../../src/sandbox/start-sandbox.js';
import {mayGenerate} from '../../src/schema/generated-code.js';
import {apiTypes} from '../../tools/declarations/api-types.js';
import {libraryTypes} from '../../tools/declarations/library-types.js';
import {postcardKind} from './trial-kind.js';

const catalog = catalogOf([...kinds, postcardKind]);

// biome-ignore lint/suspicious/noExplicitAny: a test looks into a reply without declaring its shape
type Reply = {readonly status: number; readonly body: any};

/** Starts a sandbox with postcards that validates every response, unless code generation is disallowed. */
async function start(t: ExecutionContext, options: StartOptions = {}) {
  const violations: unknown[] = [];
  const onError = (error: unknown) => violations.push(error);
  const now = '2026-01-01T00:00:00Z';
  const sandbox = await startSandboxOf(catalog, {
    constituents: 10,
    now,
    validateReplies: mayGenerate(),
    onError,
    ...options,
  });
  t.teardown(() => sandbox.close());
  return async (method: string, path: string, body?: object): Promise<Reply> => {
    const headers = {authorization: `Bearer ${sandbox.key}`, 'content-type': 'application/json'};
    const sent = body === undefined ? {} : {body: JSON.stringify(body)};
    const response = await fetch(new URL(path, sandbox.url), {method, headers, ...sent});
    const reply = {status: response.status, body: await response.json()};
    t.deepEqual(violations, [], `${method} ${path}`);
    return reply;
  };
}

const noConstituents = {profile: 'empty', constituents: 0} as const;

test('postcards are created, shown, updated, listed and deleted', async t => {
  const call = await start(t);
  const {body: page} = await call('GET', '/api/v1/constituents?limit=1');
  const [{id: constituent_id}] = page.items;
  const before = (await call('GET', `/api/v1/constituents/${constituent_id}/postcards`)).body.total_items;
  const made = await call('POST', `/api/v1/constituents/${constituent_id}/postcards`, {text: 'Hello', colour: 'red'});
  t.like(made.body, {constituent_id, text: 'Hello', pinned: false, created_at: '2026-01-01T00:00:00Z'});
  const path = `/api/v1/postcards/${made.body.id}`;
  t.deepEqual((await call('GET', path)).body, made.body);
  t.like((await call('PATCH', path, {pinned: true})).body, {text: 'Hello', pinned: true});
  const other = await call('POST', '/api/v1/postcards', {constituent_id, text: 'Again'});
  const under = await call('GET', `/api/v1/constituents/${constituent_id}/postcards`);
  t.is(under.body.total_items, before + 2);
  t.is(under.body.item_type, 'postcard');
  t.deepEqual(under.body.items.at(-1).text, 'Again');
  t.is((await call('DELETE', path)).body.result, 'success');
  t.is((await call('GET', path)).status, 404);
  const listed = await call('GET', '/api/v1/postcards?limit=500');
  t.true(listed.body.items.some(({id}: {id: number}) => id === other.body.id));
});

test('an invalid postcard is rejected; a postcard is deleted with its constituent', async t => {
  const call = await start(t);
  const wrong = await call('POST', '/api/v1/postcards', {constituent_id: 1, text: 5});
  t.is(wrong.status, 422);
  t.is(wrong.body.description, 'text: must be a string, got 5; constituent_id: there is no constituent with id 1');
  const {body: page} = await call('GET', '/api/v1/constituents?limit=1');
  const [{id: constituent_id}] = page.items;
  const {body: postcard} = await call('POST', '/api/v1/postcards', {constituent_id, text: 'Hello'});
  t.is((await call('PATCH', `/api/v1/postcards/${postcard.id}`, {text: null})).status, 422);
  await call('DELETE', `/api/v1/constituents/${constituent_id}`);
  t.is((await call('GET', `/api/v1/postcards/${postcard.id}`)).status, 404);
});

test('strict mode rejects an unknown field of a postcard', async t => {
  const call = await start(t, {strict: true});
  const {body: page} = await call('GET', '/api/v1/constituents?limit=1');
  const refused = await call('POST', `/api/v1/constituents/${page.items[0].id}/postcards`, {
    text: 'Hello',
    pined: true,
  });
  t.is(refused.status, 422);
  t.is(refused.body.description, 'pined: unknown field; did you mean pinned?');
});

test('postcards are imported in the form of a request body or of a response', async t => {
  const call = await start(t, noConstituents);
  const seed = (postcards: object[]) =>
    call('POST', '/_sandbox/seed', {records: {postcards, constituents: [{$id: 'ada', last_name: 'Ada'}]}});
  const refused = await seed([{text: 'x'}, {constituent_id: '$ada', text: 'x', team_member_id: 5}]);
  t.is(
    refused.body.description,
    'records.postcards[0].constituent_id: is required\n' +
      'records.postcards[1].team_member_id: there is no team member with id 5',
  );
  const created_at = '2020-01-01T12:00:00Z';
  t.is((await seed([{id: 7, constituent_id: '$ada', text: 'Old', created_at}])).status, 200);
  t.like((await call('GET', '/api/v1/postcards/7')).body, {text: 'Old', pinned: false, created_at});
});

test('the OpenAPI document has the operations, descriptions, examples and tag of postcards', t => {
  // biome-ignore lint/suspicious/noExplicitAny: the test looks into the document as a reader of the JSON does
  const document: any = servedDocument(catalog).documentAt('/');
  const tag = document.tags.find(({name}: {name: string}) => name === 'Postcards');
  t.like(tag, {description: 'Handwritten messages to constituents.'});
  const {get, post} = document.paths['/api/v1/constituents/{constituent_id}/postcards'];
  t.is(get.operationId, 'listPostcardsOfConstituent');
  t.deepEqual(post.requestBody.content['application/json'].example, {text: 'Likes the garden.'});
  t.like(post.responses[200].content['application/json'].example, {text: 'Likes the garden.', pinned: false});
  for (const name of ['Postcard', 'PostcardReply', 'PostcardCreate', 'PostcardUpdate']) {
    t.is(document.components.schemas[name].properties.text.description, 'The message.', name);
  }
});

test('generating postcards does not change the other generated data', t => {
  const options = {seed: 3, constituents: 40};
  const [without, withPostcards] = [generateRecords(standard, options), generateRecords(catalog, options)];
  const rowsOf = (records: typeof without, name: string) => [...records.collections.get(name)!.values()];
  t.true(rowsOf(withPostcards, 'postcards').length > 10);
  for (const [name] of without.collections) {
    t.is(JSON.stringify(rowsOf(withPostcards, name)), JSON.stringify(rowsOf(without, name)), name);
    t.is(withPostcards.nextIds.get(name), without.nextIds.get(name), name);
  }
});

test('each postcard request is an exchange with its operation and the account before and after', async t => {
  const exchanges: FullExchange[] = [];
  const call = await start(t, {onExchange: exchange => exchanges.push(exchange as FullExchange)});
  const {body: page} = await call('GET', '/api/v1/constituents?limit=1');
  const under = `/api/v1/constituents/${page.items[0].id}/postcards`;
  const {body: made} = await call('POST', under, {text: 'Hello', colour: 'red'});
  await call('PATCH', `/api/v1/postcards/${made.id}`, {pinned: true});
  await call('GET', `/api/v1/postcards/${made.id}`);
  await call('DELETE', `/api/v1/postcards/${made.id}`);
  await call('GET', `/api/v1/postcards/${made.id}`);
  const count = (state: FullExchange['before']) => state!.records.collections.get('postcards').size;
  t.deepEqual(
    exchanges
      .slice(1)
      .map(({operation, status, issues, before, after}) => [
        operation?.id,
        status,
        issues.ignored.map(({path}) => path.join('.')).join(),
        count(after) - count(before),
      ]),
    [
      ['createPostcardOfConstituent', 200, 'colour', 1],
      ['updatePostcard', 200, '', 0],
      ['showPostcard', 200, '', 0],
      ['deletePostcard', 200, '', -1],
      ['showPostcard', 404, '', 0],
    ],
  );
});

test('postcards appear in the seed schema, the types, the admin API and fault and filter names', async t => {
  const call = await start(t, {faults: ['createPostcard#1:503']});
  const {$defs, examples} = seedSchema(catalog) as {$defs: object; examples: Array<{records: object}>};
  t.true('postcards' in $defs);
  t.deepEqual((await call('POST', '/_sandbox/seed', examples[0])).status, 200, 'the seed example loads');
  const {schemas} = servedDocument(catalog).documentAt('/').components;
  const types = `${apiTypes(schemas)}${libraryTypes(catalog)}`;
  t.regex(types, /export interface Postcard \{\n {2}\/\*\* The id of the postcard\. \*\//);
  t.regex(types, /\n {2}postcards: Postcard;\n[\s\S]*\n {2}readonly postcards\?: readonly PostcardSeed\[\];\n/);
  t.true(types.includes("\n  | 'createPostcardOfConstituent'"));
  const shown = (await call('GET', '/_sandbox/kinds')).body.kinds.find(
    ({name}: {name: string}) => name === 'postcards',
  );
  t.like(shown, {
    item_type: 'postcard',
    tag: 'Postcards',
    list: '/postcards',
    show: '/postcards/{id}',
    create: ['/postcards', '/constituents/{constituent_id}/postcards'],
    references: {constituent_id: 'constituents', team_member_id: 'team_members'},
    columns: {constituent_id: 'constituent id', text: 'text', pinned: 'pinned'},
  });
  const [{id}] = (await call('GET', '/api/v1/postcards?limit=1')).body.items;
  t.deepEqual((await call('GET', `/_sandbox/names?records=postcards/${id}`)).body.names, {}, 'a postcard has no name');
  t.true((await call('GET', '/_sandbox')).body.counts.postcards > 0);
  const {groups} = (await call('GET', '/_sandbox/coverage')).body.coverage[0];
  t.true(groups.some(({name}: {name: string}) => name === 'Postcards'));
  t.is((await call('POST', '/api/v1/postcards', {text: 'Hello'})).status, 503, 'a fault can name the operation');
  const {body} = await call('GET', '/_sandbox/requests?operation=createPostcard');
  t.is(body.requests.length, 1, 'a filter can name the operation');
});

test('a snapshot with an invalid postcard is rejected, naming the record and the field', async t => {
  const call = await start(t);
  await call('PUT', '/_sandbox/snapshots/before');
  const {body: snapshot} = await call('GET', '/_sandbox/snapshots/before');
  const [postcard] = snapshot.records.postcards;
  postcard.pinned = 'yes';
  delete snapshot.checksum;
  const {status, body} = await call('PUT', '/_sandbox/snapshots/wrong', snapshot);
  t.is(status, 422);
  t.regex(body.description, /postcards.*pinned/);
});
