import test from 'ava';
import {sendRaw} from '../support/raw-http.js';
import {startTestSandbox} from '../support/sandbox.js';

const path = '/api/v1/groups';

test('a write from another origin is rejected, whatever its content type, unless cors is enabled', async t => {
  const closed = await startTestSandbox(t);
  const open = await startTestSandbox(t, {cors: true});
  const origin = 'https://evil.example';
  const total = async () => (await closed.get(path)).body.total_items;
  const before = await total();
  const head = `POST ${path}?access_token=sandbox-key HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nOrigin: ${origin}\r\n`;
  const body = '{"name":"x"}';
  const untyped = `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
  t.regex(await sendRaw(closed.port, untyped), /^HTTP\/1\.1 403 .*another origin.*--cors/s);
  t.regex(await sendRaw(open.port, untyped), /^HTTP\/1\.1 200 /);
  for (const sent of [origin, 'null', 'http://localhost.evil.example', `${closed.url}.evil.example`, '']) {
    const {status} = await closed.post(path, {name: 'x'}, {headers: {origin: sent}});
    t.is(status, 403, sent);
  }
  t.is((await closed.request('DELETE', `${path}/1`, undefined, {headers: {origin}})).status, 403);
  t.is(await total(), before);
  t.is((await closed.get(path, {headers: {origin}})).status, 200, 'reads are left to the browser’s CORS check');
  t.is(
    (await closed.post(path, {name: 'x'}, {headers: {origin: closed.url}})).status,
    200,
    'the same origin is accepted',
  );
  t.is((await open.post(path, {name: 'x'}, {headers: {origin}})).status, 200);
});

test('the admin API rejects other origins even if cors is enabled', async t => {
  for (const cors of [false, true]) {
    const {get, post} = await startTestSandbox(t, {cors});
    for (const origin of ['https://evil.example', 'null']) {
      const headers = {origin, 'content-type': 'text/plain'};
      t.is((await post('/_sandbox/reset', undefined, {headers, raw: ''})).status, 403);
      t.is((await post('/_sandbox/reset?access_token=sandbox-key', undefined, {headers, key: null})).status, 403);
      t.is((await get('/_sandbox', {headers})).status, 403);
    }
  }
});
