import test from 'ava';
import type {FullExchange} from '../../src/exchanges/exchange.js';
import {startTestSandbox, type TestSandbox} from '../support/sandbox.js';

const form = {'content-type': 'application/x-www-form-urlencoded'};

async function listenerOf(sandbox: TestSandbox, key = 'sandbox-key') {
  const {body} = await sandbox.get('/_sandbox', {key});
  return body.listener as string;
}

const submissionsOf = async (sandbox: TestSandbox, key = 'sandbox-key') =>
  (await sandbox.get('/_sandbox/submissions', {key})).body.submissions;

test('a form or JSON is taken without a key, from any origin, and shown', async t => {
  const sandbox = await startTestSandbox(t);
  const listener = await listenerOf(sandbox);
  t.regex(listener, /^\/integrations\/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}\/listener$/);
  const headers = {...form, origin: 'https://example.org'};
  const first = await sandbox.post(listener, undefined, {
    key: null,
    headers,
    raw: 'name=Ada+L&tag=a&tag=b&n%5B0%5D=%26',
  });
  t.is(first.status, 200);
  t.is(first.text, '{"api_version":"1.0","result":"success"}');
  t.is(first.headers.get('access-control-allow-origin'), '*');
  const second = await sandbox.post(listener, {email: 'a@example.org', amount: 5, news: true, x: null}, {key: null});
  t.is(second.status, 200);
  for (const type of ['', 'text/plain;charset=UTF-8']) {
    const sniffed = await sandbox.post(listener, undefined, {
      key: null,
      headers: {'content-type': type},
      raw: '{"a":1}',
    });
    t.is(sniffed.status, 200, type);
  }
  const at = '2026-01-01T00:00:00Z';
  t.deepEqual(await submissionsOf(sandbox), [
    {id: 1, at, fields: {name: 'Ada L', tag: ['a', 'b'], 'n[0]': '&'}},
    {id: 2, at, fields: {email: 'a@example.org', amount: 5, news: true, x: null}},
    {id: 3, at, fields: {a: 1}},
    {id: 4, at, fields: {a: 1}},
  ]);
  t.deepEqual(await sandbox.submissions(), await submissionsOf(sandbox));
  t.is((await sandbox.delete('/_sandbox/submissions')).body.result, 'success');
  t.deepEqual(await submissionsOf(sandbox), []);
});

test('a preflight is answered, and what is no POST refused', async t => {
  const sandbox = await startTestSandbox(t);
  const listener = await listenerOf(sandbox);
  const headers = {origin: 'https://example.org', 'access-control-request-method': 'POST'};
  t.is((await sandbox.request('OPTIONS', listener, undefined, {key: null, headers})).status, 204);
  const reply = await sandbox.get(listener, {key: null});
  t.is(reply.status, 405);
  t.is(reply.headers.get('allow'), 'POST');
});

test('each account has a listener of its own, the same on every start with a seed; an unknown uuid is a 404', async t => {
  const [sandbox, again, other] = [
    await startTestSandbox(t),
    await startTestSandbox(t),
    await startTestSandbox(t, {seed: 2}),
  ];
  const [own, shared] = [await listenerOf(sandbox, 'sbx_own'), await listenerOf(sandbox)];
  t.not(own, shared);
  t.is(await listenerOf(again), shared);
  t.not(await listenerOf(other), shared);
  t.is((await again.post(own, {a: 1}, {key: null})).status, 404, 'nobody used that account there');
  t.is(
    (
      await sandbox.post(
        own.toUpperCase().replace('/INTEGRATIONS', '/integrations').replace('LISTENER', 'listener'),
        {a: 1},
        {key: null},
      )
    ).status,
    200,
  );
  t.is((await submissionsOf(sandbox)).length, 0);
  t.is((await submissionsOf(sandbox, 'sbx_own')).length, 1);
  await sandbox.delete('/_sandbox/accounts/own');
  t.is((await sandbox.post(own, {a: 1}, {key: null})).status, 404);
  t.is((await sandbox.post('/integrations/x/listener', {a: 1}, {key: null})).body.error, 'Not Found');
  t.is((await sandbox.post('/integrations/x', {a: 1}, {key: null})).status, 401, 'there is nothing there');
});

test('size and number are bounded, and what is no flat form is refused', async t => {
  const sandbox = await startTestSandbox(t);
  const listener = await listenerOf(sandbox);
  const send = async (raw: string, headers: Record<string, string> = {}) =>
    (await sandbox.post(listener, undefined, {key: null, raw, headers})).status;
  const names = (count: number) => Array.from({length: count}, (_, index) => `f${index}=1`).join('&');
  t.is(await send(`a=${'x'.repeat(65_535)}`, form), 413);
  t.is(await send(names(200), form), 200);
  t.is(await send(names(201), form), 422);
  t.is(await send('', form), 400);
  t.is(await send('{"a":'), 400);
  t.is(await send('[1]'), 400);
  t.is(await send('{"a":{"b":1}}'), 422);
  t.is(await send('{"a":[[1]]}'), 422);
  t.is(await send('a=1', {'content-type': 'image/png'}), 400);
  t.is(await send('{"__proto__":"x","constructor":"y"}'), 200);
  for (let sent = 0; sent < 101; sent++) {
    await send(`n=${sent}`, form);
  }
  const kept = await submissionsOf(sandbox);
  t.is(kept.length, 100);
  t.deepEqual([kept[0].fields, kept.at(-1).fields], [{n: '1'}, {n: '100'}]);
  await sandbox.reset();
  t.deepEqual(await submissionsOf(sandbox), []);
});

test('what comes is published as an exchange of the account', async t => {
  const seen: FullExchange[] = [];
  const sandbox = await startTestSandbox(t, {onExchange: exchange => seen.push(exchange as FullExchange)});
  const listener = await listenerOf(sandbox, 'sbx_forms');
  await sandbox.post(listener, undefined, {key: null, headers: form, raw: 'name=Ada'});
  t.like(seen.at(-1), {
    account: 'forms',
    surface: 'api',
    method: 'POST',
    url: '/integrations/[hidden]/listener',
    status: 200,
    body: {name: 'Ada'},
    rawBody: 'name=Ada',
    reply: '{"api_version":"1.0","result":"success"}',
  });
  t.is(seen.at(-1)!.before, seen.at(-1)!.after, 'no record changes');
  const [, , uuid] = listener.split('/');
  for (const path of [
    `${listener}?a=1`,
    `${listener}/`,
    `/integrations/${uuid}`,
    listener.replace(uuid!, `%20${uuid}`),
  ]) {
    await sandbox.post(path, {a: 1}, {key: null});
    t.false(
      JSON.stringify({...seen.at(-1)!, before: null, after: null}).includes(uuid!),
      `the uuid is a secret: ${path}`,
    );
  }
});

test('a form that is not UTF-8 is a 400, and one of many fields takes no longer than one of few', async t => {
  const sandbox = await startTestSandbox(t);
  const listener = await listenerOf(sandbox);
  const post = (raw: string | Uint8Array) => sandbox.post(listener, undefined, {key: null, headers: form, raw});
  for (const raw of ['name=%FF', 'name=a%C3&x=1', Buffer.from('name=\xff', 'latin1')]) {
    t.is((await post(raw)).status, 400);
  }
  t.is((await post('discount=100%&x=%C3%A9')).status, 200);
  const names = Array.from({length: 12_000}, (_, index) => index.toString(36));
  t.is((await post(names.join('&'))).status, 422);
  const repeated = await post(`${'a=&'.repeat(20_000)}b=1`);
  t.is(repeated.status, 200);
  t.is((await submissionsOf(sandbox)).at(-1).fields.a.length, 20_000);
});
