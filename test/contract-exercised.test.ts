import test, {type ExecutionContext} from 'ava';
import {Examples} from '../src/openapi/examples.js';
import {type Operation, possibleStatuses} from '../src/operations/operation.js';
import {catalog, operations} from '../src/resources/index.js';
import {ownAccount} from './support/factories.js';
import {refusingFields} from './support/resources.js';
import {startTestSandbox, type TestSandbox} from './support/sandbox.js';

/** A request to an operation, with the expected status. */
interface Attempt {
  readonly what: string;
  readonly expected: number;
  readonly path: string;
  readonly body?: unknown;
  readonly raw?: string;
  readonly key?: string | null;
}

const noId = '987654321';

const fill = (path: string, params: Readonly<Record<string, string>>) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!));

/** Requests without a key, with a wrong key, and with restricted keys. */
function withOtherKeys({method}: Operation, path: string, body: unknown): Attempt[] {
  const attempt = (what: string, key: string | null, expected: number) => ({what, key, expected, path, body});
  return [
    attempt('no key', null, 401),
    attempt('a wrong key', 'wrong', 401),
    attempt('a blocked key', 'sandbox-blocked-key', 403),
    ...(method === 'GET' ? [] : [attempt('a read-only key', 'sandbox-readonly-key', 403)]),
  ];
}

/** Requests with each id of the path replaced by an unknown id and by a text. */
function withOtherIds(operation: Operation, ids: Readonly<Record<string, string>>, body: unknown): Attempt[] {
  const isWriteUnderConstituent = operation.method !== 'GET' && operation.path.includes('{constituent_id}');
  return Object.keys(ids).flatMap(name => {
    const unknown = isWriteUnderConstituent && name === 'constituent_id' ? 403 : 404;
    return [
      {what: `an unknown ${name}`, expected: unknown, path: fill(operation.path, {...ids, [name]: noId}), body},
      {what: `${name} is a text`, expected: 404, path: fill(operation.path, {...ids, [name]: 'abc'}), body},
    ];
  });
}

/** Requests with an invalid value for each parameter; for a search, also with an unknown term. */
const withWrongQueries = ({query, search}: Operation, path: string): Attempt[] => [
  ...Object.keys(query?.shape ?? {})
    .filter(name => !['q', 'q[]'].includes(name))
    .map(name => ({what: `?${name}=`, expected: 400, path: `${path}?${encodeURIComponent(name)}=,`})),
  ...(search === undefined || search.terms.length === 0
    ? []
    : [{what: '?q[]=', expected: 400, path: `${path}?q[]=shoe_size%3D9`}]),
];

/** Requests with invalid JSON, an array, a body that is too large, and each field with the wrong type. */
function withWrongBodies(operation: Operation, path: string, body: object | undefined): Attempt[] {
  if (operation.body === undefined) {
    return [];
  }
  const attempt = (what: string, expected: number, raw: string) => ({what, expected, path, raw});
  return [
    attempt('no JSON', 400, '{'),
    attempt('a list', 400, '[]'),
    attempt('too large', 413, JSON.stringify({name: 'x'.repeat(2 ** 20)})),
    ...refusingFields(operation).map(field =>
      attempt(`a wrong ${field}`, 422, JSON.stringify({...body, [field]: {a: 1}})),
    ),
  ];
}

/** Requests that are rejected for each possible reason, and finally the documented request, which may write. */
function attemptsOf(operation: Operation, examples: Examples): Attempt[] {
  const {path: ids, query, body} = examples.of(operation);
  const path = fill(operation.path, ids);
  return [
    ...withOtherKeys(operation, path, body),
    ...withOtherIds(operation, ids, body),
    ...withWrongQueries(operation, path),
    ...withWrongBodies(operation, path, body),
    {what: 'as documented', expected: 200, path: `${path}?${new URLSearchParams(query)}`, body},
  ];
}

/** Declared statuses that no response had. Statuses that need an option are tested with that option. */
const missingStatuses = (operation: Operation, returned: ReadonlySet<number>): number[] =>
  possibleStatuses(operation)
    .filter(({status, onlyWith}) => onlyWith === undefined && !returned.has(status))
    .map(({status}) => status);

async function exercise(t: ExecutionContext, sandbox: TestSandbox, operation: Operation, examples: Examples) {
  const client = ownAccount(sandbox);
  const returned = new Set<number>();
  for (const {what, expected, path, body, raw, key = client.key} of attemptsOf(operation, examples)) {
    const {status, text} = await sandbox.request(operation.method, path, body, {key, ...(raw !== undefined && {raw})});
    t.is(status, expected, `${operation.id}, ${what}: ${text.slice(0, 200)}`);
    returned.add(status);
  }
  t.deepEqual(missingStatuses(operation, returned), [], `${operation.id} must return every declared status`);
}

const tags = [...new Set(operations.map(({tag}) => tag))];

for (const tag of tags) {
  test(`every operation returns every declared status: ${tag}`, async t => {
    const sandbox = await startTestSandbox(t);
    const examples = new Examples(catalog);
    for (const operation of operations.filter(operation => operation.tag === tag)) {
      await exercise(t, sandbox, operation, examples);
    }
  });
}

test('a declared status that no response had is reported', t => {
  const [search, update, remove] = ['searchGifts', 'updateGift', 'deleteGift'].map(
    id => operations.find(operation => operation.id === id)!,
  );
  t.deepEqual(missingStatuses(search!, new Set([200, 401, 403])), [400]);
  t.deepEqual(missingStatuses(update!, new Set([200, 401])), [400, 403, 404, 413, 422]);
  t.deepEqual(missingStatuses(remove!, new Set([401, 403])), [200, 404]);
});
