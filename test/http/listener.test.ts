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

test('the listener accepts a form or JSON without a key, from any origin, and lists it', async t => {
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

test('the listener accepts a preflight and rejects methods other than POST', async t => {
  const sandbox = await startTestSandbox(t);
  const listener = await listenerOf(sandbox);
  const headers = {origin: 'https://example.org', 'access-control-request-method': 'POST'};
  t.is((await sandbox.request('OPTIONS', listener, undefined, {key: null, headers})).status, 204);
  const reply = await sandbox.get(listener, {key: null});
  t.is(reply.status, 405);
  t.is(reply.headers.get('allow'), 'POST');
});

test('each account has its own listener, derived from the seed; an unknown uuid is a 404', async t => {
  const [sandbox, again, other] = [
    await startTestSandbox(t),
    await startTestSandbox(t),
    await startTestSandbox(t, {seed: 2}),
  ];
  const [separate, shared] = [await listenerOf(sandbox, 'sbx_own'), await listenerOf(sandbox)];
  t.not(separate, shared);
  t.is(await listenerOf(again), shared);
  t.not(await listenerOf(other), shared);
  t.is((await again.post(separate, {a: 1}, {key: null})).status, 404, 'the account does not exist there');
  t.is(
    (
      await sandbox.post(
        separate.toUpperCase().replace('/INTEGRATIONS', '/integrations').replace('LISTENER', 'listener'),
        {a: 1},
        {key: null},
      )
    ).status,
    200,
  );
  t.is((await submissionsOf(sandbox)).length, 0);
  t.is((await submissionsOf(sandbox, 'sbx_own')).length, 1);
  await sandbox.delete('/_sandbox/accounts/own');
  t.is((await sandbox.post(separate, {a: 1}, {key: null})).status, 404);
  t.is((await sandbox.post('/integrations/x/listener', {a: 1}, {key: null})).body.error, 'Not Found');
  t.is((await sandbox.post('/integrations/x', {a: 1}, {key: null})).status, 401, 'an unknown path requires a key');
});

test('the listener limits size, fields and kept submissions, and rejects nested values', async t => {
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

test('a submission is published as an exchange of the account without its uuid', async t => {
  const exchanges: FullExchange[] = [];
  const sandbox = await startTestSandbox(t, {onExchange: exchange => exchanges.push(exchange as FullExchange)});
  const listener = await listenerOf(sandbox, 'sbx_forms');
  await sandbox.post(listener, undefined, {key: null, headers: form, raw: 'name=Ada'});
  t.like(exchanges.at(-1), {
    account: 'forms',
    surface: 'api',
    method: 'POST',
    url: '/integrations/[hidden]/listener',
    status: 200,
    body: {name: 'Ada'},
    rawBody: 'name=Ada',
    reply: '{"api_version":"1.0","result":"success"}',
  });
  t.is(exchanges.at(-1)!.before, exchanges.at(-1)!.after, 'no record changes');
  const [, , uuid] = listener.split('/');
  for (const path of [
    `${listener}?a=1`,
    `${listener}/`,
    `/integrations/${uuid}`,
    listener.replace(uuid!, `%20${uuid}`),
  ]) {
    await sandbox.post(path, {a: 1}, {key: null});
    t.false(
      JSON.stringify({...exchanges.at(-1)!, before: null, after: null}).includes(uuid!),
      `the uuid is hidden: ${path}`,
    );
  }
});

test('a form that is not UTF-8 is a 400; a form may have thousands of repeated fields', async t => {
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

const multipart = (boundary = 'b') => ({'content-type': `multipart/form-data; boundary=${boundary}`});

const part = (disposition: string, content: string, boundary = 'b') =>
  `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;

test('multipart/form-data of common clients is accepted; of a file, only the name is kept', async t => {
  const sandbox = await startTestSandbox(t);
  const listener = await listenerOf(sandbox);
  const send = (raw: string | Uint8Array, headers: Record<string, string>) =>
    sandbox.post(listener, undefined, {key: null, headers, raw});
  const data = new FormData();
  data.append('name', 'Zoë "Z" Ek\r\n--x');
  data.append('tag', 'a');
  data.append('tag', 'b');
  data.append('n[0]', '');
  data.append('file', new Blob([Buffer.from('\xff\r\n\r\n\xfe', 'latin1')]), 'naïve.png');
  const encoded = new Response(data);
  const bytes = new Uint8Array(await encoded.arrayBuffer());
  const first = await send(bytes, {'content-type': encoded.headers.get('content-type')!});
  t.is(first.text, '{"api_version":"1.0","result":"success"}');
  const curl = '------------------------d74496d66958873e';
  const files = `filename="/tmp/up/a \\"b\\".txt"\r\nContent-Type: text/plain`;
  const ofCurl = `${part('name="a\\"b"', '1', curl)}${part(`name="f"; ${files}`, 'x', curl)}--${curl}--\r\n`;
  t.is((await send(ofCurl, multipart(curl))).status, 200);
  const rare = `preamble\r\n--b c \t\r\nX: y\r\ncontent-disposition:form-data;name=a\r\n\r\n\r\n--b c--epilogue`;
  t.is((await send(rare, multipart('"b c"'))).status, 200);
  const encodedName = `${part(`name=f; filename*=UTF-8''na%C3%AFve.txt`, 'x')}${part('name=__proto__', 'p')}--b--`;
  t.is((await send(encodedName, multipart())).status, 200);
  t.deepEqual(
    (await submissionsOf(sandbox)).map(({fields}: {fields: object}) => Object.entries(fields)),
    [
      Object.entries({name: 'Zoë "Z" Ek\r\n--x', tag: ['a', 'b'], 'n[0]': '', file: 'naïve.png'}),
      Object.entries({'a"b': '1', f: 'a "b".txt'}),
      Object.entries({a: ''}),
      [
        ['f', 'naïve.txt'],
        ['__proto__', 'p'],
      ],
    ],
  );
});

test('malformed multipart/form-data is a 400 that names the problem; size and fields are limited', async t => {
  const sandbox = await startTestSandbox(t);
  const listener = await listenerOf(sandbox);
  const send = async (raw: string | Uint8Array, headers: Record<string, string> = multipart()) => {
    const {status, body} = await sandbox.post(listener, undefined, {key: null, headers, raw});
    return [status, body.description];
  };
  const good = part('name=a', '1');
  for (const [raw, message, headers] of [
    [good, "The body's content type names no boundary", {'content-type': 'multipart/form-data'}],
    [`${good}--b--`, 'The body has no line "--c", its boundary; each line ends with CRLF', multipart('c')],
    [`${good}--b--`.replaceAll('\r', ''), 'The body is cut short: no line "--b--" ends it; each line ends with CRLF'],
    ['', 'The body has no line "--b", its boundary'],
    [good, 'The body is cut short: no line "--b--" ends it; each line ends with CRLF'],
    [`${good}--b`, 'The body is cut short'],
    [`${good}--b\r\nContent-Disposition: form-data; name=a--b--`, 'The body is cut short'],
    [`${good}--b\r\nContent-Disposition: form-data; name=a\r\n--b--`, 'Part 2 of the body is malformed: a line break,'],
    [`${good}--bc\r\n\r\n\r\n--b--`, 'Part 2 of the body is malformed: a line break,'],
    [`${good}--b\r\n\r\nx\r\n--b--`, 'Part 2 of the body has no name; send Content-Disposition: form-data; name="..."'],
    [`${part('filename=x', '1')}--b--`, 'Part 1 of the body has no name'],
    [`${good.replace('form-data', 'attachment')}--b--`, 'Part 1 of the body has no name'],
    [Buffer.from(`${part('name=a', '\xff')}--b--`, 'latin1'), 'Part 1 of the body is not UTF-8'],
    [Buffer.from(`${part('name="\xff"', 'a')}--b--`, 'latin1'), 'Part 1 of the body is not UTF-8'],
    ['--b--', 'The body holds no field'],
  ] as const) {
    const [status, description] = await send(raw, headers);
    t.is(status, 400, message);
    t.true(description.startsWith(message), description);
  }
  const parts = (count: number) => Array.from({length: count}, (_, index) => part(`name=f${index}`, '')).join('');
  t.is((await send(`${parts(200)}--b--`))[0], 200);
  t.is((await send(`${parts(201)}--b--`))[0], 422);
  t.is((await send(`${part('name=a; filename=b', 'x'.repeat(65_536))}--b--`))[0], 413);
  t.is((await send(`${'\r\n--b'.repeat(13_000)}`))[0], 400);
  t.is(
    (await send('a=1', {'content-type': 'image/png'}))[1].split(';')[1],
    ' send application/x-www-form-urlencoded, multipart/form-data or application/json',
  );
});
