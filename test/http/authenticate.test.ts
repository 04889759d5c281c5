import test from 'ava';
import {startTestSandbox} from '../support/sandbox.js';

const path = '/api/v1/groups';
const basic = (user: string, password = '') => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});
const bearer = (key: string) => ({authorization: `Bearer ${key}`});

test('a key is accepted as Basic user, Bearer token or access_token', async t => {
  const sandbox = await startTestSandbox(t);
  const get = (headers: Record<string, string>, query = '') => sandbox.get(`${path}${query}`, {key: null, headers});
  t.is((await get(basic('sandbox-key'))).status, 200);
  t.is((await get(bearer('sandbox-key'))).status, 200);
  t.is((await get({authorization: 'bearer sandbox-key'})).status, 200);
  t.is((await get({}, '?access_token=sandbox-key')).status, 200);
});

test('missing credentials or an unknown Basic user return a 401 with the service’s plain text', async t => {
  const sandbox = await startTestSandbox(t);
  for (const headers of [
    {},
    basic('nobody'),
    basic('', 'sandbox-key'),
    {authorization: 'Digest x'},
    {authorization: 'Basic %%%'},
  ]) {
    const reply = await sandbox.get(path, {key: null, headers: headers as Record<string, string>});
    t.is(reply.status, 401);
    t.is(reply.headers.get('content-type'), 'text/html; charset=utf-8');
    t.is(reply.headers.get('www-authenticate'), 'Basic realm="API"');
    t.is(reply.text, 'HTTP Basic: Access denied.');
  }
});

test('an invalid Bearer token or access_token returns a 401 with an OAuth error in body and header', async t => {
  const sandbox = await startTestSandbox(t);
  const description = 'The access token provided is expired, revoked, malformed or invalid for other reasons.';
  for (const reply of [
    await sandbox.get(path, {key: 'nobody'}),
    await sandbox.get(`${path}?access_token=nobody`, {key: null}),
    await sandbox.get(path, {key: 'sbx_'}),
    await sandbox.get(path, {key: `sbx_${'x'.repeat(65)}`}),
    await sandbox.get(path, {key: 'sbx_a/b'}),
  ]) {
    t.is(reply.status, 401);
    t.deepEqual(reply.body, {error: 'invalid_token', error_description: description});
    const challenge = reply.headers.get('www-authenticate');
    t.is(
      challenge,
      `Bearer realm="Rack::OAuth2 Protected Resources", error="invalid_token", error_description="${description}"`,
    );
  }
});

test('the Authorization header takes precedence over access_token, even if it is invalid', async t => {
  const sandbox = await startTestSandbox(t);
  t.is((await sandbox.get(`${path}?access_token=nobody`)).status, 200);
  t.is((await sandbox.get(`${path}?access_token=sandbox-key`, {key: 'nobody'})).status, 401);
});

test('a read-only key can only read; a blocked key is always rejected', async t => {
  const sandbox = await startTestSandbox(t);
  const readOnly = {key: 'sandbox-readonly-key'};
  t.is((await sandbox.get(path, readOnly)).status, 200);
  for (const reply of [
    await sandbox.post(path, {name: 'x'}, readOnly),
    await sandbox.get(path, {key: 'sandbox-blocked-key'}),
    await sandbox.get(`${path}?access_token=sandbox-blocked-key`, {key: null}),
  ]) {
    t.is(reply.status, 403);
    t.is(reply.body.error, 'Forbidden');
  }
  t.is((await sandbox.get(path)).body.total_items, (await sandbox.get(path, {key: 'sbx_other'})).body.total_items);
});

test('the key is checked before the body and the path', async t => {
  const sandbox = await startTestSandbox(t);
  t.is((await sandbox.post(path, undefined, {key: null, raw: '{broken'})).status, 401);
  t.is((await sandbox.get('/api/v1/nothing', {key: null})).status, 401);
});

test('every sbx_ key opens a separate account, a copy of the baseline', async t => {
  const sandbox = await startTestSandbox(t);
  const total = async (key: string) => (await sandbox.get(path, {key})).body.total_items;
  const before = await total('sandbox-key');
  await sandbox.post(path, {name: 'One'}, {key: 'sbx_one'});
  t.is(await total('sbx_one'), before + 1);
  t.is(await total('sbx_two'), before);
  t.is(await total('sandbox-key'), before);
  const ids = await Promise.all(['sbx_three', 'sbx_four'].map(key => sandbox.post(path, {name: 'x'}, {key})));
  t.is(ids[0]!.body.id, ids[1]!.body.id, 'each account assigns ids independently');
});

test('an additional key has full access to the default account', async t => {
  const sandbox = await startTestSandbox(t, {keys: ['extra-key']});
  t.is((await sandbox.post(path, {name: 'x'}, {key: 'extra-key'})).status, 200);
  t.true((await sandbox.get(`${path}?limit=500`)).text.includes('"x"'));
});

test('sbx_default is rejected with a 403 that names the key of the default account', async t => {
  const sandbox = await startTestSandbox(t);
  const {status, body} = await sandbox.get(path, {key: 'sbx_default'});
  t.is(status, 403);
  t.is(body.description, 'sbx_default opens no account: the account default is opened by sandbox-key');
  t.is(sandbox.account('default').key, 'sandbox-key');
});
