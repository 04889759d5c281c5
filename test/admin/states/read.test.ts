import test, {type ExecutionContext} from 'ava';
import type {Exchange} from '../../../src/exchanges/exchange.js';
import type {StartOptions} from '../../../src/sandbox/start-options.js';
import {sendRequest} from '../../support/http.js';
import {startTestSandbox} from '../../support/sandbox.js';

async function start(t: ExecutionContext, options: StartOptions = {}) {
  const exchanges: Exchange[] = [];
  const sandbox = await startTestSandbox(t, {...options, onExchange: exchange => exchanges.push(exchange)});
  const read = (path: string, asOf?: string, call = {}) => {
    const query = new URLSearchParams({path, ...(asOf !== undefined && {as_of: asOf})});
    return sandbox.get(`/_sandbox/read?${query}`, call);
  };
  const write = async (name: string) => {
    await sandbox.post('/api/v1/groups', {name});
    return exchanges.at(-1)!.seq;
  };
  return {...sandbox, exchanges, read, write};
}

test('a read returns the response of the API, now and for earlier states', async t => {
  const {get, read, write} = await start(t);
  const before = await get('/api/v1/groups?limit=2');
  const seq = await write('Quartet');
  const now = await get('/api/v1/groups?limit=2');
  t.not(now.text, before.text);
  t.is((await read('/groups?limit=2')).text, now.text, 'next_link is that of the API');
  t.is((await read('/groups?limit=2', `request:${seq}`)).text, now.text);
  t.is((await read('/groups?limit=2', `before:${seq}`)).text, before.text);
  t.is((await read('/groups?limit=2', 'baseline')).text, before.text);
  const search = '/constituents/search?q[]=last_name:=Smith&q[]=first_name:=Ada&expand=';
  t.is((await read(search)).text, (await get(`/api/v1${search}`)).text);
});

test('a read that the API rejects returns the same error', async t => {
  const {get, read} = await start(t, {strict: true});
  for (const path of ['/gifts/999999', '/gifts/x', '/groups?limit=x', '/groups?nonsense=1']) {
    const [refused, expected] = [await read(path), await get(`/api/v1${path}`)];
    t.true(expected.status >= 400, path);
    t.is(refused.status, expected.status, path);
    t.is(refused.text, expected.text, path);
  }
});

test('a read of an unknown path or state is rejected', async t => {
  const {get, read} = await start(t);
  for (const [path, asOf, status, expected] of [
    ['/grups', undefined, 400, 'path: must be a path of the API without /api/v1, got "/grups"; did you mean /groups?'],
    ['/api/v1/groups', undefined, 400, /^path: must be a path of the API without \/api\/v1, got "\/api\/v1\/groups"/],
    ['/../_sandbox', undefined, 400, /^path: must be a path of the API/],
    ['', undefined, 400, /^path: must be a path of the API/],
    ['/groups', 'request:99', 404, /^There is no request 99/],
    ['/groups', 'nonsense:1', 400, /^as_of: must be/],
  ] as const) {
    const {status: actual, body} = await read(path, asOf);
    t.is(actual, status, path);
    t[typeof expected === 'string' ? 'is' : 'regex'](body.description, expected as never);
  }
  t.is((await get('/_sandbox/read')).status, 400);
  t.is((await get('/_sandbox/read?path=/groups&asof=x')).status, 400);
});

test('a read is not counted in the journal, faults, rate limit, findings or coverage', async t => {
  const {coverage, exchanges, findings, key, read, requests, url, write} = await start(t, {
    rateLimit: 2,
    faults: ['listFunds#1:503'],
  });
  const seq = await write('Quartet');
  const known = {coverage: await coverage(), findings: await findings()};
  for (let count = 0; count < 5; count++) {
    t.is((await read('/funds', `request:${seq}`)).status, 200);
    t.is((await read('/constituents?limit=1&nonsense=1')).status, 200);
  }
  t.deepEqual(
    (await requests()).map(({method}) => method),
    ['POST'],
  );
  t.deepEqual({coverage: await coverage(), findings: await findings()}, known);
  const statusOf = async () =>
    (await sendRequest(new URL('/api/v1/funds', url), {method: 'GET', headers: {authorization: `Bearer ${key}`}}))
      .status;
  t.is(await statusOf(), 503, 'the fault has not been triggered yet');
  t.is(await statusOf(), 200, 'only the write was counted');
  t.is(await statusOf(), 429);
  t.true(exchanges.slice(1, 11).every(({surface, seq}) => surface === 'admin' && seq === 0));
});

test('a read does not change the account', async t => {
  const {diff, read, write, status} = await start(t);
  const seq = await write('Quartet');
  const {generation} = await status();
  await read('/constituents/search?q[]=last_name:=Smith', `before:${seq}`);
  t.is((await diff()).total.created, 1);
  t.is((await status()).generation, generation);
});

test('a read requires the admin key and the same origin', async t => {
  const {read} = await start(t, {adminKey: 'secret'});
  t.is((await read('/groups')).status, 403);
  t.is((await read('/groups', undefined, {headers: {'X-Admin-Key': 'secret'}})).status, 200);
  const foreign = {headers: {'X-Admin-Key': 'secret', origin: 'http://evil.example'}};
  t.is((await read('/groups', undefined, foreign)).status, 403);
  t.is((await read('/groups', undefined, {key: null})).status, 401);
  t.not((await (await start(t, {admin: false})).read('/groups')).status, 200);
});
