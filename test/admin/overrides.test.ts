import test from 'ava';
import {startTestSandbox} from '../support/sandbox.js';

const path = '/_sandbox/overrides';
const reason = 'as seen on the service';
const patch = {operation: 'listGroups', patch: {total_items: 3}, reason};

test('overrides can be listed with their hits and replaced', async t => {
  const sandbox = await startTestSandbox(t, {overrides: [patch]});
  await sandbox.get('/api/v1/groups', {key: 'sbx_other'});
  const first = {...patch, id: 'override-1'};
  t.deepEqual((await sandbox.get(path)).body, {overrides: [{...first, hits: 1}]});
  const second = {id: 'mine', operation: 'createGift', when: {status: 422}, reply: {status: 409, body: {}}, reason};
  const {body} = await sandbox.put(path, {overrides: [second, patch]});
  t.deepEqual(body, {
    overrides: [
      {...second, operation: 'createGift', hits: 0},
      {...first, hits: 0},
    ],
  });
  t.deepEqual((await sandbox.put(path, {overrides: []}, {key: 'sbx_other'})).body, {overrides: []});
  t.is((await sandbox.get('/api/v1/groups')).headers.get('x-sandbox-override'), null);
});

test('invalid overrides are rejected, and the existing ones stay', async t => {
  const sandbox = await startTestSandbox(t, {overrides: [patch]});
  for (const [overrides, description] of [
    [[{...patch, operation: 'listGroup'}], 'overrides[0].operation: there is no "listGroup"; did you mean listGroups?'],
    [
      [
        {...patch, id: 'a'},
        {...patch, id: 'a'},
      ],
      'rules: there is a rule with the id "a" already',
    ],
    [Array(65).fill(patch), 'overrides: there can be 64 rules at most, got 65'],
  ] as const) {
    const {status, body} = await sandbox.put(path, {overrides});
    t.deepEqual([status, body.description], [400, description]);
  }
  for (const [body, description] of [
    [{overrides: 'x'}, 'overrides: must be an array, got "x"'],
    [{}, 'overrides: is required'],
    [{rules: []}, 'rules: unknown field; the body takes overrides'],
  ] as const) {
    const reply = await sandbox.put(path, body);
    t.deepEqual([reply.status, reply.body.description.split('; overrides')[0]], [422, description]);
  }
  t.is((await sandbox.get(`${path}?all=true`)).status, 400);
  t.is((await sandbox.overrides()).length, 1);
  await sandbox.override(Array(63).fill(patch));
  await t.throwsAsync(sandbox.override(patch), {message: /there can be 64 at most, and there are 64 already/});
});

test('changing overrides requires the admin key', async t => {
  const sandbox = await startTestSandbox(t, {adminKey: 'secret'});
  t.is((await sandbox.put(path, {overrides: [patch]})).status, 403);
  t.is((await sandbox.put(path, {overrides: [patch]}, {headers: {'x-admin-key': 'secret'}})).status, 200);
});

test('the disposer of override() removes only the overrides that it added', async t => {
  const sandbox = await startTestSandbox(t, {overrides: [patch]});
  const added = await sandbox.override([patch, {...patch, id: 'mine'}]);
  t.deepEqual(added.ids, ['override-2', 'mine']);
  await sandbox.put(path, {overrides: [{...patch, id: 'mine'}]});
  await added();
  await added();
  t.deepEqual(
    (await sandbox.overrides()).map(({id}) => id),
    ['mine'],
    'a later override with the same id stays',
  );
  await t.throwsAsync(sandbox.override({...patch, reason: ''}), {
    message: /overrides\[0\]\.reason: must be a sentence/,
  });
});
