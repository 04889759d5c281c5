import test from 'ava';
import {generatingTest} from '../../support/generating-test.js';
import {exchangeRaw} from '../../support/raw-exchange.js';
import {startTestSandbox} from '../../support/sandbox.js';

test('a fault applies only to operations of its account', async t => {
  const sandbox = await startTestSandbox(t);
  await sandbox.fault('*:reset');
  const other = await exchangeRaw(sandbox.port, {body: {name: 'Choir'}, key: 'sbx_other'});
  t.is(other.status, 200);
  t.is(other.headers['x-sandbox-fault'], undefined);
  for (const path of ['/health', '/_sandbox', '/docs', '/openapi.json', '/_sandbox/faults']) {
    t.is((await sandbox.get(path)).status, 200, path);
  }
  t.is((await exchangeRaw(sandbox.port, {method: 'GET', key: 'wrong'})).status, 401);
  t.is((await exchangeRaw(sandbox.port, {method: 'GET'})).end, 'reset');
});

test('a request with an invalid body is rejected and not counted by fault rules', async t => {
  const sandbox = await startTestSandbox(t);
  const fault = await sandbox.fault('createGroup#1:503');
  t.is((await sandbox.post('/api/v1/groups', undefined, {raw: '{"name":'})).status, 400);
  t.like(await fault.status(), {seen: 0});
  const {status} = await exchangeRaw(sandbox.port, {body: {name: 'Choir'}});
  t.is(status, 503);
});

test('a fault rule can match part of the body or of the query', async t => {
  const sandbox = await startTestSandbox(t);
  await sandbox.fault({operation: 'createGroup', match: {body: {name: 'Choir'}}, fault: {status: 500}});
  t.is((await exchangeRaw(sandbox.port, {body: {name: 'Band'}})).status, 200);
  t.is((await exchangeRaw(sandbox.port, {body: {name: 'Choir', ordinal: 1}})).status, 500);
  await sandbox.fault({operation: 'listFunds', match: {query: {limit: '7'}}, fault: {status: 500}});
  t.is((await sandbox.get('/api/v1/funds?limit=8')).status, 200);
  const path = '/api/v1/funds?offset=1&limit=7';
  t.is((await exchangeRaw(sandbox.port, {method: 'GET', path})).status, 500);
});

test('a 401 fault has the body and challenge of the service for a Bearer key', async t => {
  const sandbox = await startTestSandbox(t);
  await sandbox.fault('*:401');
  const {status, body, headers} = await exchangeRaw(sandbox.port, {method: 'GET'});
  t.is(status, 401);
  t.is(JSON.parse(body).error, 'invalid_token');
  t.regex(headers['www-authenticate']!, /^Bearer/);
});

test('the html option chooses between a gateway page and JSON for any status', async t => {
  const sandbox = await startTestSandbox(t);
  const page = await sandbox.fault({fault: {status: 503, html: true, retry_after: 7}});
  const html = await exchangeRaw(sandbox.port, {method: 'GET'});
  t.is(html.headers['content-type'], 'text/html; charset=utf-8');
  t.is(html.headers['retry-after'], '7');
  await page();
  await sandbox.fault({fault: {status: 502, html: false}});
  t.is(JSON.parse((await exchangeRaw(sandbox.port, {method: 'GET'})).body).error, 'Bad Gateway');
});

test('a rate_limited fault counts by key and the account’s clock, independently of --rate-limit', async t => {
  const sandbox = await startTestSandbox(t, {rateLimit: 4});
  const fault = await sandbox.fault('*:rate_limited=2/60s');
  const get = async () => exchangeRaw(sandbox.port, {method: 'GET'});
  t.deepEqual([(await get()).status, (await get()).status], [200, 200]);
  const limited = await get();
  t.is(limited.status, 429);
  t.is(limited.headers['retry-after'], '60');
  t.is(limited.headers['x-sandbox-fault'], fault.id);
  t.is((await exchangeRaw(sandbox.port, {method: 'GET', key: 'sbx_other'})).status, 200);
  await sandbox.clock.advance('PT59S');
  t.is((await get()).headers['retry-after'], '1');
  await sandbox.clock.advance('PT1S');
  t.is((await get()).status, 200);
  t.like(await fault.status(), {seen: 5, hits: 2});
  await fault();
  t.is((await get()).status, 200, 'requests rejected by the fault do not count towards --rate-limit');
  const setting = await get();
  t.is(setting.status, 429);
  t.is(setting.headers['x-sandbox-fault'], undefined, 'a 429 from --rate-limit is not a fault');
});

test('--rate-limit is not listed as a fault and not cleared with the faults', async t => {
  const sandbox = await startTestSandbox(t, {rateLimit: 1});
  t.deepEqual(await sandbox.faults(), []);
  await exchangeRaw(sandbox.port, {method: 'GET'});
  await sandbox.delete('/_sandbox/faults');
  t.is((await exchangeRaw(sandbox.port, {method: 'GET'})).status, 429);
});

generatingTest('a faulted response is not reported as a contract violation', async t => {
  const errors: unknown[] = [];
  const sandbox = await startTestSandbox(t, {validateReplies: true, onError: error => errors.push(error)});
  for (const kind of ['418', 'wrong_type', 'malformed@after-commit', 'truncate=5', 'reset', 'dribble=10/0']) {
    const fault = await sandbox.fault(`*:${kind}`);
    await exchangeRaw(sandbox.port, {body: {name: 'Choir'}});
    await fault();
  }
  t.deepEqual(errors, []);
  t.is((await sandbox.get('/health')).body.contract_violations ?? 0, 0);
});

test('CORS exposes the X-Sandbox-Fault header', async t => {
  const sandbox = await startTestSandbox(t, {cors: true});
  t.regex((await sandbox.get('/api/v1/groups')).headers.get('access-control-expose-headers')!, /X-Sandbox-Fault/);
});
