import {once} from 'node:events';
import {Readable} from 'node:stream';
import test from 'ava';
import {mergePatch} from '../../../src/http/faults/reply-parts.js';
import {send as sendBody} from '../../../src/http/send.js';
import {LongReply} from '../../../src/operations/reply.js';
import type {StartOptions} from '../../../src/sandbox/start-options.js';
import {generatingTest} from '../../support/generating-test.js';
import {sendRequest} from '../../support/http.js';
import {exchangeRaw} from '../../support/raw-exchange.js';
import {startTestSandbox, type TestSandbox} from '../../support/sandbox.js';

const reason = 'as seen on the service';

/** Sends a request without validating the response, because an override may violate the schema. */
const send = (
  {url, key: defaultKey}: TestSandbox,
  method: string,
  path: string,
  {body = undefined as unknown, key = defaultKey} = {},
) =>
  sendRequest(`${url}${path}`, {
    method,
    headers: {authorization: `Bearer ${key}`, ...(body !== undefined && {'content-type': 'application/json'})},
    body: body === undefined ? undefined : JSON.stringify(body),
  });

const choir = {body: {name: 'Choir'}};

/** The examples of RFC 7396, appendix A. */
const examples = [
  ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
  ['{"a":"b"}', '{"a":null}', '{}'],
  ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
  ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
  ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
  ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
  ['["a","b"]', '["c","d"]', '["c","d"]'],
  ['{"a":"b"}', '["c"]', '["c"]'],
  ['{"a":"foo"}', 'null', 'null'],
  ['{"a":"foo"}', '"bar"', '"bar"'],
  ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
  ['[1,2]', '{"a":"b","c":null}', '{"a":"b"}'],
  ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
] as const;

test('mergePatch implements RFC 7396', t => {
  for (const [target, patch, result] of examples) {
    t.is(JSON.stringify(mergePatch(JSON.parse(target), JSON.parse(patch))), result);
  }
});

test('a patch changes only the response, not the record; amounts keep their decimal', async t => {
  const sandbox = await startTestSandbox(t);
  const path = `/api/v1/gifts/${(await sandbox.get('/api/v1/gifts/search?limit=1')).body.items[0].id}`;
  const before = await sandbox.get(path);
  await using override = await sandbox.override({
    operation: 'showGift',
    patch: {note: 'x', received_amount: 7},
    reason,
  });
  const after = await sandbox.get(path);
  t.is(after.headers.get('x-sandbox-override'), override.ids[0]!);
  t.is(override.ids[0], 'override-1');
  t.deepEqual(after.body, {...before.body, note: 'x', received_amount: 7});
  t.regex(after.text, /"received_amount":7\.0,/);
  t.is(after.text.match(/\d\.0[,}]/g)!.length, before.text.match(/\d\.0[,}]/g)!.length);
  await override();
  const again = await sandbox.get(path);
  t.is(again.text, before.text);
  t.is(again.headers.get('x-sandbox-override'), null);
  t.deepEqual(await sandbox.overrides(), []);
});

test('a reply override replaces status, headers and body after the commit', async t => {
  const sandbox = await startTestSandbox(t);
  await sandbox.override([
    {operation: 'createGroup', reply: {status: 202, headers: {'X-Queue': 7}, body: {queued: true}}, reason},
    {
      operation: 'listGroups',
      reply: {status: 503, headers: {'content-type': 'text/html'}, body: '<p>Down</p>'},
      reason,
    },
    {operation: 'showGift', reply: {status: 204}, reason},
    {operation: '*', when: {status: 405}, reply: {status: 404}, reason},
  ]);
  const created = await send(sandbox, 'POST', '/api/v1/groups', choir);
  t.deepEqual([created.status, created.text, created.headers.get('x-queue')], [202, '{"queued":true}', '7']);
  t.is(created.headers.get('content-type'), 'application/json; charset=utf-8');
  t.is((await sandbox.diff()).total.created, 1, 'the write was committed');
  const page = await send(sandbox, 'GET', '/api/v1/groups');
  t.deepEqual([page.status, page.text, page.headers.get('content-type')], [503, '<p>Down</p>', 'text/html']);
  const empty = await send(sandbox, 'GET', '/api/v1/gifts/1');
  t.deepEqual([empty.status, empty.text], [204, '']);
  const missing = await send(sandbox, 'PUT', '/api/v1/funds');
  t.deepEqual([missing.status, missing.text, missing.headers.get('allow')], [404, '', null]);
});

test('all matching overrides apply in order, each to the previous result', async t => {
  const sandbox = await startTestSandbox(t);
  await sandbox.override([
    {id: 'first', operation: 'listGroups', patch: {total_items: 1, offset: 5}, reason},
    {id: 'second', operation: '*', patch: {offset: 6}, beyond_schema: true, reason},
    {id: 'gone', operation: 'listGroups', match: {query: {limit: 2}}, reply: {status: 410, body: {error: 'x'}}, reason},
    {id: 'ok', operation: 'listGroups', when: {status: 200}, patch: {offset: 7}, reason},
    {id: 'error', operation: '*', when: {status: '4xx'}, patch: {error: 'Gone'}, reason},
  ]);
  const whole = await sandbox.get('/api/v1/groups?limit=1');
  t.like(whole.body, {total_items: 1, offset: 7, limit: 1});
  t.is(whole.headers.get('x-sandbox-override'), 'first, second, ok');
  const gone = await send(sandbox, 'GET', '/api/v1/groups?limit=2');
  t.deepEqual([gone.status, gone.text], [410, '{"error":"Gone"}']);
  t.is(gone.headers.get('x-sandbox-override'), 'first, second, gone, error');
  t.deepEqual(
    (await sandbox.overrides()).map(({id, hits}) => [id, hits]),
    [
      ['first', 2],
      ['second', 2],
      ['gone', 1],
      ['ok', 1],
      ['error', 1],
    ],
  );
});

test('a patch applies to 200 by default; when.status and reply also cover errors and unknown paths', async t => {
  const sandbox = await startTestSandbox(t);
  await sandbox.override([
    {operation: '*', patch: {api_version: '1.0'}, reason},
    {operation: '*', when: {status: '4xx'}, patch: {error: 'Corrected'}, reason},
    {operation: '*', match: {path: '/api/v1/exports/{id}'}, reply: {status: 200, body: [1]}, reason},
  ]);
  const titles = async (path: string, key?: string) => {
    const {status, text, headers} = await send(sandbox, 'GET', path, {...(key && {key})});
    return [status, JSON.parse(text).error ?? text, headers.get('x-sandbox-override')];
  };
  t.deepEqual(await titles('/api/v1/gifts/1'), [404, 'Corrected', 'override-2']);
  t.deepEqual(await titles('/api/v1/gifts/1', 'wrong'), [401, 'Corrected', 'override-2']);
  t.deepEqual(await titles('/api/v1/exports/7'), [200, '[1]', 'override-2, override-3']);
  const noKey = await sendRequest(`${sandbox.url}/api/v1/gifts/1`, {method: 'GET', headers: {}, body: undefined});
  t.deepEqual(
    [noKey.status, noKey.text],
    [401, 'HTTP Basic: Access denied.'],
    'a response that is not a JSON object is not patched',
  );
  const asOf = {'x-sandbox-as-of': 'now'};
  t.is((await sandbox.get('/api/v1/gifts/1', {headers: asOf})).headers.get('x-sandbox-override'), null);
  for (const path of ['/health', '/_sandbox', '/docs', '/openapi.json', '/_sandbox/nope', '/nope']) {
    t.is((await send(sandbox, 'GET', path)).headers.get('x-sandbox-override'), null, path);
  }
});

test('overrides apply to every account and survive resets', async t => {
  const overrides = [{operation: 'listGroups', patch: {total_items: 3}, reason}];
  const sandbox = await startTestSandbox(t, {overrides});
  await sandbox.delete('/_sandbox/faults');
  await sandbox.reset('empty');
  await sandbox.post('/_sandbox/reset?all=true');
  t.is((await sandbox.get('/api/v1/groups')).body.total_items, 3);
  t.is((await sandbox.get('/api/v1/groups', {key: 'sbx_other'})).body.total_items, 3);
  t.like(await sandbox.status(), {overrides: 1});
  t.like(await sandbox.overrides(), [{id: 'override-1', operation: 'listGroups', reason, hits: 2}]);
});

test('faults are applied after overrides, to the overridden response', async t => {
  const sandbox = await startTestSandbox(t);
  await sandbox.override({operation: '*', patch: {api_version: '2'}, beyond_schema: true, reason});
  const under = async (fault: string) => {
    const armed = await sandbox.fault(`*:${fault}`);
    const {text, headers} = await send(sandbox, 'GET', '/api/v1/groups?limit=1');
    await armed();
    return [text.slice(0, 18), headers.get('x-sandbox-override')];
  };
  const corrected = ['{"api_version":"2"', 'override-1'];
  for (const fault of [
    'malformed@before',
    'malformed@after-commit',
    'delay=1',
    'delay=1@after-commit',
    'dribble=9/0',
  ]) {
    t.deepEqual(await under(fault), corrected, fault);
  }
  t.deepEqual(await under('stale_read=1'), corrected);
  t.deepEqual(await under('patch={"limit":9}'), corrected);
  for (const fault of ['503', '503@after-commit', 'reply={"status":503,"body":{"api_version":"1"}}']) {
    t.deepEqual(await under(fault), [(await under(fault))[0], null], fault);
  }
  t.is((await sandbox.overrides())[0]!.hits, 7, 'a response replaced by a fault is not counted as a hit');
  await sandbox.fault('*:truncate=18');
  const cut = await exchangeRaw(sandbox.port, {method: 'GET'});
  t.deepEqual([cut.body, cut.headers['x-sandbox-override']], corrected);
});

test('reply and patch faults apply to a single request', async t => {
  const sandbox = await startTestSandbox(t);
  const path = '/api/v1/groups';
  await sandbox.fault('createGroup#1:reply={"status":409,"body":{"mail":"a@b.c"}}@after-commit');
  await sandbox.fault({operation: 'createGroup', nth: 2, fault: {reply: {status: 400}}});
  await sandbox.fault({operation: 'createGroup', nth: 3, fault: {patch: {name: null, ordinal: 5}}});
  const first = await send(sandbox, 'POST', path, choir);
  t.deepEqual([first.status, first.text, first.headers.get('x-sandbox-fault')], [409, '{"mail":"a@b.c"}', 'fault-1']);
  t.is((await send(sandbox, 'POST', path, choir)).status, 400);
  t.is((await sandbox.diff()).total.created, 1, 'the first write was committed, the second was not');
  const {text} = await send(sandbox, 'POST', path, choir);
  t.deepEqual(JSON.parse(text), {api_version: '1.0', id: 3272, key: 'choir', ordinal: 5});
  t.is((await sandbox.diff()).total.created, 2);
  t.is((await send(sandbox, 'POST', path, choir)).headers.get('x-sandbox-fault'), null);
});

test('a streamed response can be patched and replaced', async t => {
  const sandbox = await startTestSandbox(t, {constituents: 1500, maxLimit: 1500});
  const path = '/api/v1/constituents?limit=1500&expand=email_addresses,street_addresses,phone_numbers';
  const plain = await send(sandbox, 'GET', path);
  t.is(plain.headers.get('content-length'), null, 'the response is streamed');
  const override = await sandbox.override({operation: 'listConstituents', patch: {total_items: 1}, reason});
  const patched = await send(sandbox, 'GET', path);
  t.is(patched.text, plain.text.replace(/"total_items":\d+/, '"total_items":1'));
  await override();
  await sandbox.override({operation: 'listConstituents', reply: {status: 200, body: {items: []}}, reason});
  t.is((await send(sandbox, 'GET', path)).text, '{"items":[]}');
  await sandbox.fault('*:truncate=50%');
  t.is((await exchangeRaw(sandbox.port, {method: 'GET', path})).body, '{"item');
});

test('a replaced stream does not destroy the response; a failed stream does', async t => {
  for (const isReplaced of [true, false]) {
    let isDestroyed = false;
    const ctx = {body: undefined as unknown, set: () => undefined, res: {destroy: () => (isDestroyed = true)}};
    const source = Readable.from(['text']);
    sendBody(ctx as unknown as Parameters<typeof sendBody>[0], 'text/plain', source);
    ctx.body = isReplaced ? 'other' : source;
    source.destroy();
    await once(source, 'close');
    t.is(isDestroyed, !isReplaced);
  }
});

test('LongReply.map keeps api_version and number formats', t => {
  const record = new LongReply({id: 1, amount: 5}, /"amount":\d+/g, '{"api_version":"1.0",');
  t.is(`${record.map(value => ({...value, id: 2}))}`, '{"api_version":"1.0","id":2,"amount":5.0}');
});

test('an expired override is inactive and reported at startup', async t => {
  const notices: string[] = [];
  const until = (day: string) => ({
    operation: 'listGroups',
    patch: {offset: Number(day.slice(0, 1))},
    reason,
    until: day,
  });
  const overrides = [until('9999-12-31'), until('2025-12-31')];
  const sandbox = await startTestSandbox(t, {overrides, onNotice: notice => notices.push(notice)});
  t.deepEqual(notices, ['An override of listGroups ended with 2025-12-31: take it out, or bring its until forward']);
  t.is((await sandbox.get('/api/v1/groups')).body.offset, 9);
  t.is((await sandbox.overrides()).length, 1);
  const today = new Date().toISOString().slice(0, 10);
  await sandbox.put('/_sandbox/overrides', {overrides: [until(today)]});
  t.is((await sandbox.overrides()).length, 1, 'an override is active on its last day');
});

generatingTest('an overridden response is not reported as a contract violation', async t => {
  const errors: unknown[] = [];
  const sandbox = await startTestSandbox(t, {validateReplies: true, onError: error => errors.push(error)});
  await sandbox.override([
    {operation: 'listGroups', patch: {made_up: true}, beyond_schema: true, reason},
    {operation: 'createGroup', reply: {status: 418}, reason},
  ]);
  await send(sandbox, 'GET', '/api/v1/groups');
  await send(sandbox, 'POST', '/api/v1/groups', choir);
  t.deepEqual(errors, []);
});

test('the exchange, the log, the request list, the details and the HAR contain the override ids', async t => {
  const logged: unknown[] = [];
  const onRequest: StartOptions['onRequest'] = ({overrides}) => logged.push(overrides);
  const sandbox = await startTestSandbox(t, {onRequest});
  const exchanges: unknown[] = [];
  sandbox.onExchange(({overrides, reply}) => exchanges.push([overrides, reply]));
  await sandbox.override({id: 'a', operation: 'createGroup', reply: {status: 409, body: {error: 'Taken'}}, reason});
  await send(sandbox, 'POST', '/api/v1/groups', choir);
  await sandbox.get('/api/v1/funds');
  t.deepEqual(exchanges[0], [['a'], '{"error":"Taken"}']);
  t.deepEqual(logged.slice(0, 2), [['a'], undefined]);
  const {requests, request: show} = sandbox.account('default');
  const [request, other] = await requests();
  t.like(request, {status: 409, changed: true, overrides: ['a']});
  t.deepEqual(other!.overrides, []);
  t.deepEqual((await show(1)).overrides, ['a']);
  const har = await sandbox.get('/_sandbox/requests?format=har');
  t.deepEqual(JSON.parse(har.text).log.entries[0]._overrides, ['a']);
});
