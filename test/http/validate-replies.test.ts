import {once} from 'node:events';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {Readable} from 'node:stream';
import test from 'ava';
import {generateRecords} from '../../fixtures/index.js';
import {Accounts} from '../../src/accounts/accounts.js';
import {frozenClock} from '../../src/accounts/clock.js';
import {ExchangeBus} from '../../src/exchanges/bus.js';
import {createApp} from '../../src/http/app.js';
import {Keys} from '../../src/http/guard/authenticate.js';
import {validateReplies} from '../../src/http/validate-replies.js';
import {startSandbox} from '../../src/index.js';
import {servedDocument} from '../../src/openapi/served-document.js';
import {Caches} from '../../src/operations/caches.js';
import {LongReply} from '../../src/operations/reply.js';
import {catalog, operations, schema} from '../../src/resources/index.js';
import {settingsOf} from '../../src/settings.js';
import {generatingTest} from '../support/generating-test.js';

const {documentAt, violationsOf} = servedDocument(catalog);

/** Handlers that violate the contract; in the long page, only the last item does. */
const wrong: Record<string, () => object> = {
  showGroup: () => ({id: 'one', name: 'Choir'}),
  listGroups: () => ({
    items: Array.from({length: 30}, (_, place) => ({
      id: place < 29 ? place : 'last',
      name: 'x'.repeat(60_000),
      key: 'k',
      ordinal: 1,
    })),
    total: 30,
  }),
};

generatingTest('a response that violates the contract is reported and counted, but still sent', async t => {
  const baseline = {records: generateRecords(catalog, {constituents: 1}), clock: frozenClock(0)};
  const accounts = await Accounts.open({schema, baseline, seed: 1});
  const errors: unknown[] = [];
  const app = createApp({
    accounts,
    keys: new Keys(accounts, []),
    operations: operations.map(operation => ({
      ...operation,
      ...(wrong[operation.id] && {handle: wrong[operation.id]}),
    })),
    settings: settingsOf(),
    caches: new Caches(),
    version: '0',
    documents: {'/openapi.json': async server => documentAt(server)},
    findViolations: async reply => violationsOf(reply),
    hosts: [],
    exchanges: new ExchangeBus('default', () => undefined),
    closing: new AbortController().signal,
    cors: false,
    onError: error => errors.push(error),
  });
  const server = createServer(app.callback()).listen(0, '127.0.0.1');
  t.teardown(() => server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const get = async (path: string) => {
    const response = await fetch(`${url}${path}`, {headers: {authorization: 'Bearer sandbox-key'}});
    return {status: response.status, body: (await response.json()) as Record<string, unknown>};
  };

  t.is((await get('/api/v1/funds')).status, 200);
  t.is((await get('/api/v1/groups/1.5')).status, 404);
  t.is((await get('/health')).body['violations'], 0);
  t.deepEqual(await get('/api/v1/groups/1'), {status: 200, body: {api_version: '1.0', id: 'one', name: 'Choir'}});
  t.is((await get('/health')).body['violations'], 1);
  t.is(errors.length, 1);
  t.regex(String(errors[0]), /^ReplyViolation: GET \/api\/v1\/groups\/1 was answered 200, and .*\/id must be integer/);

  const {body} = await get('/api/v1/groups?limit=30');
  t.is((body['items'] as unknown[]).length, 30, 'a long page is still sent');
  t.is((await get('/health')).body['violations'], 2);
  t.regex(
    String(errors[1]),
    /^ReplyViolation: GET \/api\/v1\/groups was answered 200, and .*\/items\/29\/id must be integer/,
  );
});

test('without validateReplies, /health has no violations', async t => {
  await using sandbox = await startSandbox({profile: 'empty'});
  const health = (await (await fetch(`${sandbox.url}/health`)).json()) as object;
  t.false('violations' in health);
});

test('GET /openapi.json needs no key and has the address of the request', async t => {
  await using sandbox = await startSandbox({profile: 'empty'});
  const response = await fetch(`${sandbox.url}/openapi.json`);
  t.is(response.status, 200);
  t.regex(response.headers.get('content-type') ?? '', /^application\/json/);
  const document = (await response.json()) as ReturnType<typeof documentAt>;
  t.deepEqual(document, JSON.parse(JSON.stringify(documentAt(sandbox.url))));
  t.is((await fetch(`${sandbox.url}/openapi.json`, {method: 'HEAD'})).status, 200);
  t.is((await fetch(`${sandbox.url}/openapi.json`, {method: 'POST'})).status, 401);
});

test('a response that is too long to validate is reported as a violation', async t => {
  const counted = {count: 0};
  const errors: Error[] = [];
  const validate = validateReplies(
    async () => [],
    counted,
    error => errors.push(error as Error),
  );
  const quarter = 'x'.repeat(2 ** 28);
  class TooLong extends LongReply {
    override *parts() {
      yield [quarter, quarter, quarter].join('');
    }
  }
  const reply = new TooLong({}, null);
  const state = {outcome: {reply}};
  const ctx = {
    method: 'GET',
    path: '/api/v1/categories',
    status: 200,
    type: 'application/json',
    body: Readable.from([]),
    state,
  };
  await validate(ctx as never, async () => undefined);
  t.is(counted.count, 1);
  t.regex(
    errors[0]!.message,
    /^GET \/api\/v1\/categories was answered 200, and it holds a record of more than 512 MiB/,
  );
});
