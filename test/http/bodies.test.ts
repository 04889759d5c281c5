import {gzipSync} from 'node:zlib';
import test from 'ava';
import {sendRaw} from '../support/raw-http.js';
import {startTestSandbox} from '../support/sandbox.js';

const path = '/api/v1/groups';

test('a body that is not a JSON object is a 400 that describes the problem', async t => {
  const sandbox = await startTestSandbox(t);
  const bytes = (text: string) => Buffer.from(text, 'latin1');
  for (const [raw, expected] of [
    ['{"name": "x"', /^The body is not valid JSON: /],
    ['[{"name":"x"}]', /^The body is a JSON array; a JSON object is expected$/],
    ['"name"', /^The body is not valid JSON: /],
    ['null', /^The body is not valid JSON: /],
    ['', /^The request has no body; a JSON object is expected$/],
    ['  ', /^The body is not valid JSON: /],
    ['[['.repeat(50_000), /^The body is not valid JSON: /],
    [bytes('{"name":"\xff'), /^The body is not valid JSON: /],
  ] as const) {
    const reply = await sandbox.post(path, undefined, {raw});
    t.is(reply.status, 400, String(raw).slice(0, 20));
    t.is(reply.body.error, 'Bad Request');
    t.regex(reply.body.description, expected);
  }
});

test('whatever is wrong with a body, an unknown path is a 404, and an unsupported method a 405', async t => {
  const sandbox = await startTestSandbox(t);
  for (const raw of ['{"a":1}', '{', Buffer.from([0xff]), 'x'.repeat(70_000), gzipSync('{}')]) {
    for (const encoding of ['gzip', 'identity', 'wombat']) {
      const headers = {'content-encoding': encoding, 'content-type': 'text/plain'};
      t.is((await sandbox.post('/api/v1/gifts', undefined, {raw, headers})).status, 404);
      t.is((await sandbox.post('/api/v1/notes', undefined, {raw, headers})).status, 405);
    }
  }
});

test('a content type other than JSON is a 400 that names it; a missing one is read as JSON', async t => {
  const sandbox = await startTestSandbox(t);
  const post = (type: string, raw = '{"name":"x"}') =>
    sandbox.post(path, undefined, {raw, headers: {'content-type': type}});
  const form = await post('application/x-www-form-urlencoded', 'name=x');
  t.is(form.status, 400);
  t.is(form.body.description, 'The body\'s content type is "application/x-www-form-urlencoded"; send application/json');
  t.is((await post('text/plain')).status, 400);
  t.is((await post('application/json; charset=utf-16')).status, 400);
  t.is((await post('application/json; charset=utf-8')).status, 200);
  t.is((await post('application/vnd.api+json')).status, 200);
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer sandbox-key\r\nConnection: close\r\n`;
  t.regex(await sendRaw(sandbox.port, `${head}Content-Length: 12\r\n\r\n{"name":"x"}`), /^HTTP\/1\.1 200 /);
});

test('the charset of the content type must be UTF-8 or ASCII, and may be quoted or very long', async t => {
  const sandbox = await startTestSandbox(t);
  const post = (type: string) => sandbox.post(path, undefined, {raw: '{"name":"x"}', headers: {'content-type': type}});
  for (const [type, status] of [
    [`application/json;charset=${' '.repeat(15_000)}x"y`, 400],
    [`application/json;${' ;'.repeat(7000)}`, 200],
    [`application/json;charset="${'\\"'.repeat(7000)}`, 200],
    ['application/json; charset=utf-16"x"y', 400],
    ['application/json; charset="utf-16"', 400],
    ['application/json; CharSet="UTF-8"', 200],
    ['application/json; charset=us-ascii; x=y', 200],
    ['APPLICATION/JSON;', 200],
  ] as const) {
    t.is((await post(type)).status, status, type.slice(0, 50));
  }
});

test('a body that is not UTF-8 is a 400, compressed or not, and changes nothing', async t => {
  const sandbox = await startTestSandbox(t);
  const bytes = Buffer.from('{"name":"a\xffb"}', 'latin1');
  const cut = Buffer.concat([Buffer.from('{"name":"'), Buffer.from('€').subarray(0, 2), Buffer.from('"}')]);
  const before = (await sandbox.get(path)).body.total_items;
  for (const [raw, headers] of [
    [bytes, {}],
    [cut, {}],
    [gzipSync(bytes), {'content-encoding': 'gzip'}],
  ] as const) {
    const {status, body} = await sandbox.post(path, undefined, {raw, headers});
    t.is(status, 400);
    t.is(body.description, 'The body is not UTF-8');
  }
  t.is((await sandbox.get(path)).body.total_items, before);
  const kept = await sandbox.post(path, {name: 'a\uFFFDb€😀'});
  t.is(kept.body.name, 'a\uFFFDb€😀', 'a U+FFFD in the request is preserved');
});

test('a compressed body is decompressed; a wrong or unknown content encoding is a 400', async t => {
  const sandbox = await startTestSandbox(t);
  const post = (raw: string | Uint8Array, encoding: string) =>
    sandbox.post(path, undefined, {raw, headers: {'content-encoding': encoding}});
  t.is((await post(gzipSync('{"name":"x"}'), 'gzip')).status, 200);
  t.is((await post('{"name":"x"}', 'gzip')).status, 400);
  t.is((await post(gzipSync('{"name":"x"}'), 'GZIP')).status, 200, 'encoding names are case-insensitive');
  t.is((await post('{"name":"x"}', 'Identity')).status, 200);
  t.is((await post(gzipSync('{"name":"x"}'), 'X-Gzip')).status, 200);
  const unknown = await post('{"name":"x"}', 'compress');
  t.is(unknown.status, 400);
  t.regex(unknown.body.description, /content encoding/);
  t.is(
    (await post(gzipSync(`{"name":"${' '.repeat(2 ** 21)}"}`), 'gzip')).status,
    413,
    'the size limit applies to the decompressed body',
  );
});

test('a body over 1 MiB is a 413, declared or streamed; exactly 1 MiB is accepted', async t => {
  const sandbox = await startTestSandbox(t);
  const body = (length: number) => `{"name":"x","more":"${'y'.repeat(length - 22)}"}`;
  t.is((await sandbox.post(path, undefined, {raw: body(2 ** 20)})).status, 200);
  const large = await sandbox.post(path, undefined, {raw: body(2 ** 20 + 1)});
  t.is(large.status, 413);
  t.is(large.body.error, 'Payload Too Large');
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer sandbox-key\r\nContent-Type: application/json\r\n`;
  const chunk = `80000\r\n${'y'.repeat(0x80000)}\r\n`;
  const answer = await sendRaw(
    sandbox.port,
    `${head}Transfer-Encoding: chunked\r\n\r\n`,
    chunk,
    chunk,
    chunk,
    '0\r\n\r\n',
  );
  t.regex(answer, /^HTTP\/1\.1 413 /);
});

test('unknown fields are ignored, including __proto__ and constructor', async t => {
  const sandbox = await startTestSandbox(t);
  const raw =
    '{"name":"x","__proto__":{"ordinal":9},"constructor":{"prototype":{"key":"y"}},"toString":1,"a":{"b":[[[{}]]]}}';
  const {status, body} = await sandbox.post(path, undefined, {raw});
  t.is(status, 200);
  t.like(body, {name: 'x', key: 'x', ordinal: 0});
  t.is(({} as {ordinal?: number}).ordinal, undefined);
});

test('a byte order mark before the JSON is ignored', async t => {
  const sandbox = await startTestSandbox(t);
  t.is((await sandbox.post(path, undefined, {raw: '\uFEFF{"name":"x"}'})).status, 200);
});

test('the body of a DELETE is ignored, even if it is invalid', async t => {
  const sandbox = await startTestSandbox(t);
  const reply = await sandbox.post(path, {name: 'x'});
  t.is((await sandbox.request('DELETE', `${path}/${reply.body.id}`, undefined, {raw: '{broken'})).status, 200);
});
