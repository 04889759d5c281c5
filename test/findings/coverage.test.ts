import test from 'ava';
import {defaultAccount} from '../../src/accounts/accounts.js';
import type {FullExchange} from '../../src/exchanges/exchange.js';
import {Coverage} from '../../src/findings/coverage/coverage.js';
import type {AxisCoverage, CoverageAxis} from '../../src/findings/coverage/report.js';
import {catalog} from '../../src/resources/index.js';
import {sendExample, startWatched} from '../support/findings.js';

const axisOf = (axes: readonly AxisCoverage[], wanted: CoverageAxis) => axes.find(({axis}) => axis === wanted)!;

/** The exercised items by operation or group. */
const exercised = (axes: readonly AxisCoverage[], wanted: CoverageAxis) =>
  Object.fromEntries(
    axisOf(axes, wanted)
      .groups.filter(group => group.exercised.length > 0)
      .map(group => [group.name, group.exercised]),
  );

const gifts = '/api/v1/constituents/959400/gifts';

const gift = {received_amount: 50, gift_type_name: 'Gift', received_date: '2025-12-24', external_id: 'web-1'};

test('a new sandbox has no coverage, and every operation is counted', async t => {
  const axes = await (await startWatched(t)).coverage();
  t.deepEqual(
    axes.map(({axis, exercised}) => [axis, exercised]),
    ['operations', 'statuses', 'body_fields', 'query_terms', 'pages', 'retries'].map(axis => [axis, 0]),
  );
  t.is(axisOf(axes, 'operations').of, catalog.operations.length);
  t.is(axisOf(axes, 'statuses').of, 0, 'only statuses of requested operations must be counted');
});

test('coverage lists operations, statuses, fields, terms and pages by operation', async t => {
  const sandbox = await startWatched(t);
  const send = (request: Parameters<typeof sendExample>[2]) => sendExample(sandbox, sandbox.key, request);
  await send({method: 'POST', path: gifts, body: {...gift, nonsense: 1}});
  await send({method: 'POST', path: gifts, body: {received_amount: 'x', check_number: '7'}});
  await send({path: '/api/v1/constituents/search?q[]=name=Smith;city=Springfield&q[]=country=US&limit=3&other=1'});
  await send({path: '/api/v1/funds?offset=0'});
  await send({path: '/api/v1/constituents?offset=5'});
  await send({path: '/docs'});
  const axes = await sandbox.coverage();
  const [post] = Object.keys(exercised(axes, 'body_fields'));
  t.is(axisOf(axes, 'operations').exercised, 4);
  t.deepEqual(exercised(axes, 'body_fields'), {[post!]: axisOf(axes, 'body_fields').groups[0]!.exercised});
  t.deepEqual(
    [...exercised(axes, 'body_fields')[post!]!].sort(),
    Object.keys(gift)
      .map(name => `/${name}`)
      .sort(),
  );
  t.true(
    axisOf(axes, 'body_fields').groups[0]!.not_exercised.includes('/check_number'),
    'a field of a rejected request must not count',
  );
  t.deepEqual(exercised(axes, 'statuses')[post!], ['200', '422']);
  t.deepEqual(exercised(axes, 'query_terms'), {
    searchConstituents: ['q[] name', 'q[] city', 'q[] country', 'limit'],
    listFunds: ['offset'],
    listConstituents: ['offset'],
  });
  t.deepEqual(Object.values(exercised(axes, 'pages')), [['listConstituents']]);
  t.is(axisOf(axes, 'pages').of, 3);
  for (const {exercised, not_exercised, of, groups} of axes) {
    t.is(exercised + not_exercised, of);
    t.is(groups.flatMap(group => group.exercised).length, exercised);
  }
});

test('fields of array elements count separately from the array', async t => {
  const sandbox = await startWatched(t, {assume: {required_fields: 'observed'}});
  const body = {first_name: 'Ada', last_name: 'Sample', email_addresses: [{address: 'ada@example.org'}]};
  t.is((await sendExample(sandbox, sandbox.key, {method: 'POST', path: '/api/v1/constituents', body})).status, 200);
  const [fields] = Object.values(exercised(await sandbox.coverage(), 'body_fields'));
  t.deepEqual([...fields!].sort(), ['/email_addresses', '/email_addresses/address', '/first_name', '/last_name']);
});

test('a faulted response does not cover a status, but a request after it covers a retry', async t => {
  const sandbox = await startWatched(t);
  await sandbox.fault('listFunds#1:503');
  const send = () => sendExample(sandbox, sandbox.key, {path: '/api/v1/funds'});
  t.is((await send()).status, 503);
  let axes = await sandbox.coverage();
  t.is(axisOf(axes, 'operations').exercised, 0);
  t.is((await send()).status, 200);
  axes = await sandbox.coverage();
  t.deepEqual(exercised(axes, 'statuses'), {listFunds: ['200']});
  t.deepEqual(exercised(axes, 'retries'), {listFunds: ['5xx']});
  t.deepEqual(axisOf(axes, 'retries').groups[0]!.not_exercised, ['429']);
});

test('a 429 from the rate limit covers a status, and the same request after it a retry', async t => {
  const sandbox = await startWatched(t, {rateLimit: 1});
  const send = (path: string) => sendExample(sandbox, sandbox.key, {path});
  await send('/api/v1/funds');
  t.is((await send('/api/v1/funds')).status, 429);
  await send('/api/v1/groups');
  t.deepEqual(exercised(await sandbox.coverage(), 'retries'), {}, 'another request must not count as a retry');
  await send('/api/v1/funds');
  const axes = await sandbox.coverage();
  t.deepEqual(exercised(axes, 'retries'), {listFunds: ['429']});
  t.deepEqual(exercised(axes, 'statuses')['listFunds'], ['200', '429']);
});

test('a delayed response covers its status', async t => {
  const sandbox = await startWatched(t);
  await sandbox.fault('listFunds:delay=1ms');
  await sendExample(sandbox, sandbox.key, {path: '/api/v1/funds'});
  t.deepEqual(exercised(await sandbox.coverage(), 'statuses'), {listFunds: ['200']});
});

test('coverage is kept per account and in total, and survives a reset', async t => {
  const sandbox = await startWatched(t);
  const other = sandbox.account('other');
  await sendExample(sandbox, other.key, {path: '/api/v1/funds'});
  await sendExample(sandbox, sandbox.key, {path: '/api/v1/groups'});
  await sandbox.reset();
  await other.reset();
  const names = async (all: boolean, handle = sandbox as Pick<typeof sandbox, 'coverage'>) =>
    Object.keys(exercised(await handle.coverage({all}), 'statuses')).sort();
  t.deepEqual(await names(false), ['listGroups']);
  t.deepEqual(await names(false, other), ['listFunds']);
  t.deepEqual(await names(true), ['listFunds', 'listGroups']);
  const {text} = await sendExample(sandbox, sandbox.key, {path: '/_sandbox/coverage?all=true'});
  t.deepEqual(JSON.parse(text), {coverage: await sandbox.coverage({all: true})});
});

/** The properties of an exchange that coverage reads. */
const exchangeOf = (account: string, more: Partial<FullExchange> = {}): FullExchange =>
  ({
    surface: 'api',
    account,
    method: 'GET',
    url: '/api/v1/funds',
    operation: catalog.operations.find(({id}) => id === 'listFunds'),
    query: {},
    status: 200,
    ...more,
  }) as unknown as FullExchange;

test('accounts beyond 1,000 are evicted one by one, and their coverage stays in the total', t => {
  const coverage = new Coverage(catalog.operations, defaultAccount);
  coverage.read(exchangeOf('first', {query: {limit: '3'}}));
  for (let index = 0; index < 1000; index++) {
    coverage.read(exchangeOf(`a${index}`));
  }
  t.is(axisOf(coverage.report('first').coverage, 'operations').exercised, 0);
  t.is(axisOf(coverage.report('a0').coverage, 'operations').exercised, 1);
  t.deepEqual(exercised(coverage.report().coverage, 'query_terms'), {listFunds: ['limit']});
});
