import {createHash} from 'node:crypto';
import test from 'ava';
import fc from 'fast-check';
import {seedSchema} from '../src/openapi/seed-schema.js';
import type {Operation} from '../src/operations/operation.js';
import {catalog, operations} from '../src/resources/index.js';
import {effort, patience} from './support/effort.js';
import {everyItem, ownAccount} from './support/factories.js';
import {refusingFields} from './support/resources.js';
import {operationAt, type Reply, startTestSandbox, type TestSandbox} from './support/sandbox.js';

/** A request that must be rejected, and the pattern of its error message. */
interface BadRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly names: RegExp;
}

const runs = effort(400, 10_000);

/** A value that no field accepts: not a text, number, boolean or list of records. */
const wrongValue = fc.oneof(
  fc.constant({}),
  fc.constant({__proto__: null, toString: 1}),
  fc.constant(JSON.parse('{"__proto__":{"admin":true}}')),
  fc.constant([[[[[[[['deep']]]]]]]]),
  fc.array(fc.integer(), {minLength: 1, maxLength: 3}),
  fc.constant(1e308).map(number => [number]),
);

const writing = operations.filter(({body}) => body !== undefined);
const listing = operations.filter(({query}) => query?.shape.limit !== undefined);

/** Returns a path of an operation with ids of existing records. */
type Place = (operation: Operation) => string;

const wrongFields = (place: Place) =>
  fc.constantFrom(...writing).chain(operation =>
    fc.tuple(fc.constantFrom(...refusingFields(operation)), wrongValue).map(
      ([field, value]): BadRequest => ({
        method: operation.method,
        path: place(operation),
        body: {[field]: value},
        names: new RegExp(`(?:^|; )${field}(?:\\[\\d+\\])*[:.]`),
      }),
    ),
  );

const hugeText = '9'.repeat(400);

const wrongNumbers = (place: Place) =>
  fc
    .constantFrom(
      ...writing.flatMap(operation =>
        Object.keys(operation.body.shape)
          .filter(field => field.endsWith('_id') && !field.startsWith('external') && !field.startsWith('parent_ext'))
          .map(field => ({operation, field})),
      ),
    )
    .chain(({operation, field}) =>
      fc.constantFrom(1e300, -1.5, '0x10', '', ' ', '1e3', hugeText, true, '১২').map(
        (value): BadRequest => ({
          method: operation.method,
          path: place(operation),
          body: {[field]: value},
          names: new RegExp(`(?:^|; )${field}: `),
        }),
      ),
    );

const wrongBodies = (place: Place) =>
  fc
    .tuple(
      fc.constantFrom(...writing),
      fc.constantFrom<Pick<BadRequest, 'raw' | 'headers' | 'names'>>(
        {raw: '{"name":', names: /not valid JSON/},
        {raw: '{"name":"x"}}', names: /not valid JSON/},
        {raw: "{'name':'x'}", names: /not valid JSON/},
        {raw: '[]', names: /JSON array/},
        {raw: '', names: /no body/},
        {raw: 'null', names: /not valid JSON/},
        {raw: `${'['.repeat(100_000)}`, names: /not valid JSON/},
        {raw: 'name=x', headers: {'content-type': 'application/x-www-form-urlencoded'}, names: /form-urlencoded/},
        {raw: '<name/>', headers: {'content-type': 'text/xml'}, names: /text\/xml/},
        {raw: '{}', headers: {'content-type': 'application/json; charset=koi8-r'}, names: /koi8-r/},
        {raw: '{}', headers: {'content-encoding': 'br'}, names: /content encoding|not valid (?:br|JSON)/},
        {raw: `{"x":"${'y'.repeat(2 ** 20)}"}`, names: /larger than/},
      ),
    )
    .map(([operation, bad]): BadRequest => ({method: operation.method, path: place(operation), ...bad}));

const wrongPaths = (place: Place) =>
  fc
    .tuple(
      fc.constantFrom(...operations.filter(({path}) => path.includes('{'))),
      fc.oneof(
        fc.constantFrom('0', '-1', '1.5', 'abc', '%00', '%F0%9F%92%A9', '1e3', hugeText, '999999999'),
        fc.string({minLength: 1}).map(encodeURIComponent),
      ),
    )
    .filter(([, id]) => !/^(?:\d+|\.|%2E|\.\.|search)$/i.test(id) || /^0$|9{5}/.test(id))
    .map(
      ([operation, id]): BadRequest => ({
        method: operation.method,
        path: place(operation).replace(/\/(?:\d+|phone_number_types)(?=\/|$)/, `/${id}`),
        ...(operation.body && {body: {}}),
        names: /id|nothing|There is no|It takes/i,
      }),
    );

const wrongMethods = (place: Place) =>
  fc
    .tuple(fc.constantFrom(...operations), fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'))
    .filter(([operation, method]) => operationAt(method, place(operation)) === undefined)
    .map(
      ([operation, method]): BadRequest => ({
        method,
        path: place(operation),
        names: new RegExp(`${method} is not offered`),
      }),
    );

const wrongQueries = (place: Place) =>
  fc
    .tuple(
      fc.constantFrom(...listing),
      fc.constantFrom('limit', 'offset'),
      fc.constantFrom('-1', 'x', '', '1.5', '%00', '1e9', '9'.repeat(30), '[]', '0x1', 'null', '１'),
    )
    .map(
      ([operation, name, value]): BadRequest => ({
        method: 'GET',
        path: `${place(operation)}?${name}=${value}`,
        names: new RegExp(`^${name}: must be`),
      }),
    );

async function hashOf(sandbox: TestSandbox): Promise<string> {
  const client = ownAccount(sandbox);
  const direct = {...client, get: (path: string) => sandbox.get(`/api/v1/${path}`)};
  const hash = createHash('sha256');
  for (const {method, path} of operations.filter(({method, path}) => method === 'GET' && !path.includes('{'))) {
    const name = path.replace('/api/v1/', '');
    hash.update(method).update(JSON.stringify(name.endsWith('search') ? '' : await everyItem(direct, name)));
  }
  for (const {id} of await everyItem(direct, 'constituents')) {
    hash
      .update((await direct.get(`constituents/${id}`)).text)
      .update((await direct.get(`constituents/${id}/gifts`)).text);
  }
  return hash.digest('hex');
}

/** Seeds an example of each kind, so that paths can be filled with existing ids. */
async function placesIn(sandbox: TestSandbox): Promise<Place> {
  const [records] = seedSchema(catalog)['examples'] as object[];
  await sandbox.post('/_sandbox/seed', records);
  await sandbox.request('PUT', '/_sandbox/snapshots/places');
  const snapshot = (await sandbox.get('/_sandbox/snapshots/places')).body.records;
  const ids = new Map<string, number>();
  for (const {name, operations} of catalog.kinds) {
    for (const {path} of operations) {
      const [, segment] = /^\/api\/v1\/(\w+)\/\{id\}$/.exec(path) ?? [];
      ids.set(segment ?? name, snapshot[name].at(-1).id);
    }
  }
  return ({path}) =>
    path
      .replace('{type}', 'phone_number_types')
      .replaceAll(/(\w+)\/\{\w+\}/g, (_, name: string) => `${name}/${ids.get(name)}`);
}

function describe({status, text, body}: Reply): string {
  return `${status} ${body?.description ?? text}`.slice(0, 300);
}

test(`${runs} bad requests are rejected with the reason, and change no data`, async t => {
  t.timeout(patience);
  const sandbox = await startTestSandbox(t);
  const place = await placesIn(sandbox);
  const before = await hashOf(sandbox);
  const kinds = [wrongFields, wrongNumbers, wrongBodies, wrongPaths, wrongMethods, wrongQueries].map(kind =>
    kind(place),
  );
  const statuses = new Set<number>();
  for (const {method, path, body, names, ...call} of fc.sample(fc.oneof(...kinds), {numRuns: runs, seed: 4080})) {
    const reply = await sandbox.request(method, path, body, call);
    const message = `${method} ${path} ${JSON.stringify(body ?? call.raw)?.slice(0, 200)} -> ${describe(reply)}`;
    t.true(reply.status >= 400 && reply.status < 500, message);
    t.regex(reply.body?.description ?? '', names, message);
    statuses.add(reply.status);
  }
  statuses.delete(403); // from writes to a missing constituent, which only few runs include
  t.deepEqual([...statuses].sort(), [400, 404, 405, 413, 422]);
  t.is(await hashOf(sandbox), before);
  await sandbox.post('/api/v1/groups', {name: 'A good one'});
  t.not(await hashOf(sandbox), before, 'the hash must change after a write');
});
