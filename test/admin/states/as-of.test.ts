import test, {type ExecutionContext} from 'ava';
import type {Exchange} from '../../../src/exchanges/exchange.js';
import type {StartOptions} from '../../../src/sandbox/start-options.js';
import {generatingTest} from '../../support/generating-test.js';
import {sendRequest} from '../../support/http.js';
import {startTestSandbox} from '../../support/sandbox.js';

async function start(t: ExecutionContext, options: StartOptions = {}) {
  const exchanges: Exchange[] = [];
  const sandbox = await startTestSandbox(t, {...options, onExchange: exchange => exchanges.push(exchange)});
  const headers = {authorization: `Bearer ${sandbox.key}`};
  const asOf = async (moment: string, path: string, method = 'GET', rest = {}) => {
    const url = new URL(`/api/v1/${path}`, sandbox.url);
    const {status, text, ...reply} = await sendRequest(url, {
      method,
      headers: {...headers, 'X-Sandbox-As-Of': moment, ...rest},
    });
    return {status, body: JSON.parse(text), date: reply.headers.get('date')};
  };
  const write = async (name: string) => {
    await sandbox.post('/api/v1/groups', {name});
    return exchanges.at(-1)!.seq;
  };
  return {...sandbox, exchanges, asOf, write};
}

interface Page {
  readonly items: ReadonlyArray<{readonly name: string}>;
}

const names = ({items}: Page) => items.map(({name}) => name);

test('X-Sandbox-As-Of reads the account as it was before or after a request', async t => {
  const {asOf, write, get} = await start(t);
  const one = await write('Quartet');
  const two = await write('Quintet');
  await write('Sextet');
  const list = 'groups?limit=100';
  t.deepEqual(names((await asOf(`request:${two}`, list)).body).includes('Sextet'), false);
  t.true(names((await asOf(`request:${two}`, list)).body).includes('Quintet'));
  t.false(names((await asOf(`before:${two}`, list)).body).includes('Quintet'));
  t.true(names((await asOf(`after:${one}`, list)).body).includes('Quartet'));
  t.false(names((await asOf('baseline', list)).body).includes('Quartet'));
  t.true(names((await get(`/api/v1/${list}`)).body).includes('Sextet'), 'the account itself is unchanged');
  t.is((await asOf(`request:${two}`, 'groups/999999')).status, 404);
});

test('X-Sandbox-As-Of uses the clock of that state', async t => {
  const frozen = await start(t);
  const then = await frozen.write('Quartet');
  await frozen.clock.set('2027-05-05T00:00:00Z');
  t.is((await frozen.asOf(`request:${then}`, 'groups')).date, 'Thu, 01 Jan 2026 00:00:00 GMT');

  await frozen.clock.run('2020-02-02T00:00:00Z');
  const ran = await frozen.write('Quintet');
  await frozen.clock.run('2027-05-05T00:00:00Z');
  t.regex((await frozen.asOf(`request:${ran}`, 'groups')).date!, /^Sun, 02 Feb 2020 00:00:/);
});

test('X-Sandbox-As-Of rejects writes', async t => {
  const {asOf, write, diff} = await start(t);
  const then = await write('Quartet');
  for (const method of ['POST', 'PATCH', 'DELETE']) {
    const {status, body} = await asOf(`request:${then}`, 'groups', method);
    t.is(status, 400);
    t.is(
      body.description,
      `X-Sandbox-As-Of: is for GET, and ${method} writes; POST /_sandbox/restore goes back in time`,
    );
  }
  t.is((await diff()).total.created, 1);
});

test('X-Sandbox-As-Of rejects unknown states', async t => {
  const {asOf, write} = await start(t);
  await write('Quartet');
  const statuses = ['request:99', 'nonsense:1', 'nope'].map(async moment => (await asOf(moment, 'groups')).status);
  t.deepEqual(await Promise.all(statuses), [404, 400, 404]);
});

test('X-Sandbox-As-Of requires the admin API and its key', async t => {
  const without = await start(t, {admin: false});
  const {status, body} = await without.asOf('baseline', 'groups');
  t.is(status, 403);
  t.regex(body.description, /started without its admin interface/);
  const keyed = await start(t, {adminKey: 'secret'});
  t.is((await keyed.asOf('baseline', 'groups')).status, 403);
  t.is((await keyed.asOf('baseline', 'groups', 'GET', {'X-Admin-Key': 'wrong'})).status, 403);
  t.is((await keyed.asOf('baseline', 'groups', 'GET', {'X-Admin-Key': 'secret'})).status, 200);
});

generatingTest('X-Sandbox-As-Of reads are not counted by the rate limit or published as API requests', async t => {
  const {asOf, write, get, exchanges} = await start(t, {rateLimit: 3, validateReplies: true});
  const then = await write('Quartet');
  for (let count = 0; count < 5; count++) {
    t.is((await asOf(`request:${then}`, 'groups')).status, 200);
    t.is((await asOf('request:99', 'groups')).status, 404);
  }
  t.is((await get('/api/v1/groups')).status, 200);
  t.is((await get('/api/v1/groups')).status, 200);
  t.is((await get('/api/v1/groups')).status, 429, 'API requests are still counted');
  t.deepEqual(new Set(exchanges.slice(1, 11).map(({surface}) => surface)), new Set(['as-of']));
});

test('X-Sandbox-As-Of reads trigger no faults and are not rate limited', async t => {
  const {asOf, write, url, key} = await start(t, {rateLimit: 4, faults: ['listGroups:503']});
  const statusOf = async (path: string) =>
    (await sendRequest(new URL(path, url), {method: 'GET', headers: {authorization: `Bearer ${key}`}})).status;
  const seq = await write('Quartet');
  for (let read = 0; read < 8; read++) {
    t.is((await asOf(`request:${seq}`, 'groups')).status, 200);
  }
  t.is(await statusOf('/api/v1/groups'), 503);
  t.is(await statusOf('/api/v1/funds'), 200);
});
