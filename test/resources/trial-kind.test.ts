import test, {type ExecutionContext} from 'ava';
import {generateRecords} from '../../fixtures/index.js';
import {servedDocument} from '../../src/openapi/served-document.js';
import {catalogOf} from '../../src/operations/kinds/catalog.js';
import {kinds, catalog as standard} from '../../src/resources/index.js';
import type {StartOptions} from '../../src/sandbox/start-options.js';
import {startSandboxOf} from '../../src/sandbox/start-sandbox.js';
import {remarkKind} from './trial-kind.js';

const catalog = catalogOf([...kinds, remarkKind]);

// biome-ignore lint/suspicious/noExplicitAny: a test looks into a reply without declaring its shape
type Reply = {readonly status: number; readonly body: any};

/** A sandbox with remarks, which holds every reply against its document. */
async function start(t: ExecutionContext, options: StartOptions = {}) {
  const violations: unknown[] = [];
  const onError = (error: unknown) => violations.push(error);
  const now = '2026-01-01T00:00:00Z';
  const sandbox = await startSandboxOf(catalog, {
    constituents: 10,
    now,
    validateReplies: true,
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

const nobody = {profile: 'empty', constituents: 0} as const;

test('remarks are created, shown, changed, listed and deleted', async t => {
  const call = await start(t);
  const {body: page} = await call('GET', '/api/v1/constituents?limit=1');
  const [{id: constituent_id}] = page.items;
  const before = (await call('GET', `/api/v1/constituents/${constituent_id}/remarks`)).body.total_items;
  const made = await call('POST', `/api/v1/constituents/${constituent_id}/remarks`, {text: 'Hello', colour: 'red'});
  t.like(made.body, {constituent_id, text: 'Hello', pinned: false, created_at: '2026-01-01T00:00:00Z'});
  const path = `/api/v1/remarks/${made.body.id}`;
  t.deepEqual((await call('GET', path)).body, made.body);
  t.like((await call('PATCH', path, {pinned: true})).body, {text: 'Hello', pinned: true});
  const other = await call('POST', '/api/v1/remarks', {constituent_id, text: 'Again'});
  const under = await call('GET', `/api/v1/constituents/${constituent_id}/remarks`);
  t.is(under.body.total_items, before + 2);
  t.is(under.body.item_type, 'remark');
  t.deepEqual(under.body.items.at(-1).text, 'Again');
  t.is((await call('DELETE', path)).body.result, 'success');
  t.is((await call('GET', path)).status, 404);
  const listed = await call('GET', '/api/v1/remarks?limit=500');
  t.true(listed.body.items.some(({id}: {id: number}) => id === other.body.id));
});

test('what is wrong with a remark is refused, and a remark goes with its constituent', async t => {
  const call = await start(t);
  const wrong = await call('POST', '/api/v1/remarks', {constituent_id: 1, text: 5});
  t.is(wrong.status, 422);
  t.is(wrong.body.description, 'text: must be a string, got 5; constituent_id: there is no constituent with id 1');
  const {body: page} = await call('GET', '/api/v1/constituents?limit=1');
  const [{id: constituent_id}] = page.items;
  const {body: remark} = await call('POST', '/api/v1/remarks', {constituent_id, text: 'Hello'});
  t.is((await call('PATCH', `/api/v1/remarks/${remark.id}`, {text: null})).status, 422);
  await call('DELETE', `/api/v1/constituents/${constituent_id}`);
  t.is((await call('GET', `/api/v1/remarks/${remark.id}`)).status, 404);
});

test('strict mode refuses what a remark does not have', async t => {
  const call = await start(t, {strict: true});
  const {body: page} = await call('GET', '/api/v1/constituents?limit=1');
  const refused = await call('POST', `/api/v1/constituents/${page.items[0].id}/remarks`, {text: 'Hello', pined: true});
  t.is(refused.status, 422);
  t.is(refused.body.description, 'pined: unknown field; did you mean pinned?');
});

test('remarks are imported, in a list of their own, in the form of a body or of a reply', async t => {
  const call = await start(t, nobody);
  const seed = (remarks: object[]) =>
    call('POST', '/_sandbox/seed', {records: {remarks, constituents: [{$id: 'ada', last_name: 'Ada'}]}});
  const refused = await seed([{text: 'x'}, {constituent_id: '$ada', text: 'x', team_member_id: 5}]);
  t.is(
    refused.body.description,
    'records.remarks[0].constituent_id: is required; ' +
      'records.remarks[1].team_member_id: there is no team member with id 5',
  );
  const created_at = '2020-01-01T12:00:00Z';
  t.is((await seed([{id: 7, constituent_id: '$ada', text: 'Old', created_at}])).status, 200);
  t.like((await call('GET', '/api/v1/remarks/7')).body, {text: 'Old', pinned: false, created_at});
});

test('the document has the operations, with descriptions, examples and the tag', t => {
  // biome-ignore lint/suspicious/noExplicitAny: the test looks into the document as a reader of the JSON does
  const document: any = servedDocument(catalog).documentAt('/');
  t.like(document.tags.at(-1), {name: 'Remarks', description: 'What people wrote down about a constituent.'});
  const {get, post} = document.paths['/api/v1/constituents/{constituent_id}/remarks'];
  t.is(get.operationId, 'listRemarksOfConstituent');
  t.deepEqual(post.requestBody.content['application/json'].example, {text: 'Likes the garden.'});
  t.like(post.responses[200].content['application/json'].example, {text: 'Likes the garden.', pinned: false});
  for (const name of ['Remark', 'RemarkReply', 'RemarkCreate', 'RemarkUpdate']) {
    t.is(document.components.schemas[name].properties.text.description, 'What was noted.', name);
  }
});

test('remarks are generated, and shift no other data', t => {
  const options = {seed: 3, constituents: 40};
  const [without, withRemarks] = [generateRecords(standard, options), generateRecords(catalog, options)];
  const rowsOf = (records: typeof without, name: string) => [...records.collections.get(name)!.values()];
  t.true(rowsOf(withRemarks, 'remarks').length > 10);
  for (const [name] of without.collections) {
    t.is(JSON.stringify(rowsOf(withRemarks, name)), JSON.stringify(rowsOf(without, name)), name);
    t.is(withRemarks.nextIds.get(name), without.nextIds.get(name), name);
  }
});
