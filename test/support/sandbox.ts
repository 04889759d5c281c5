import type {ExecutionContext} from 'ava';
import * as z from 'zod';
import {noCapacities, usualCapacities} from '../../src/operations/caches.js';
import {matcherOf} from '../../src/operations/match.js';
import {type Operation, statuses} from '../../src/operations/operation.js';
import {catalog, operations} from '../../src/resources/index.js';
import type {AccountHandle} from '../../src/sandbox/account-handle.js';
import type {StartOptions} from '../../src/sandbox/start-options.js';
import {type RunningSandbox, startSandboxOf} from '../../src/sandbox/start-sandbox.js';
import {errorSchema, replySchema} from '../../src/schema/replies.js';
import {sendRequest} from './http.js';
import './slots.js';

export const frozen = '2026-01-01T00:00:00Z';

/** Every test must also pass without caches: `TEST_WITHOUT_CACHES=1 npx ava`. */
const capacities = process.env['TEST_WITHOUT_CACHES'] ? noCapacities : usualCapacities;

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses without declaring their types
  readonly body: any;
}

export interface Call {
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** A raw body, sent instead of a JSON body. */
  readonly raw?: string | Uint8Array;
}

/**
 * Starts a sandbox for one test. Every response is checked against the schema of its operation. Tests of
 * `--validate-replies` and the fuzz tests check responses against the OpenAPI document.
 */
export async function startTestSandbox(t: ExecutionContext, options: StartOptions = {}) {
  const errors: unknown[] = [];
  const sandbox = await startSandboxOf(
    catalog,
    {profile: 'small', now: frozen, onError: error => errors.push(error), ...options},
    capacities,
  );
  t.teardown(async () => {
    await sandbox.close();
  });
  const request = async (method: string, path: string, body?: unknown, call: Call = {}): Promise<Reply> => {
    const key = call.key === undefined ? sandbox.key : call.key;
    const sent = call.raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const {status, headers, text} = await sendRequest(new URL(path, sandbox.url), {
      method,
      headers: {
        ...(key === null ? {} : {authorization: `Bearer ${key}`}),
        ...(sent === undefined ? {} : {'content-type': 'application/json'}),
        ...call.headers,
      },
      body: sent,
    });
    const isJson = text !== '' && headers.get('content-type')?.startsWith('application/json');
    const reply = {status, headers, text, body: isJson ? JSON.parse(text) : undefined};
    t.deepEqual(errors, [], 'the sandbox must not report an internal error');
    check(t, method, path, reply);
    return reply;
  };
  // A declaration cannot describe the symbol that `await using` calls.
  const handle: AccountHandle &
    Pick<RunningSandbox, 'url' | 'port' | 'fetch' | 'version' | 'account' | 'override' | 'close' | 'interception'> =
    sandbox;
  return {
    ...handle,
    request,
    get: (path: string, call?: Call) => request('GET', path, undefined, call),
    post: (path: string, body?: unknown, call?: Call) => request('POST', path, body, call),
    patch: (path: string, body?: unknown, call?: Call) => request('PATCH', path, body, call),
    put: (path: string, body?: unknown, call?: Call) => request('PUT', path, body, call),
    delete: (path: string, call?: Call) => request('DELETE', path, undefined, call),
  };
}

export type TestSandbox = Awaited<ReturnType<typeof startTestSandbox>>;

/** Fails the test if a status is not declared, or a response does not match its schema and the order of its fields. */
function check(t: ExecutionContext, method: string, path: string, {status, body}: Reply): void {
  const operation = operationAt(method, path);
  if (operation === undefined) {
    return;
  }
  const call = `${method} ${path}`;
  t.true(statuses(operation).includes(status), `${call} returned ${status}, which ${operation.id} does not declare`);
  if (status === 401 || body === undefined) {
    return;
  }
  const schema = status === 200 ? replySchema(operation.reply) : errorSchema;
  const parsed = schema.safeParse(body);
  t.true(parsed.success, `${call}: ${parsed.error && z.prettifyError(parsed.error)}`);
  t.is(fieldOrder(body), fieldOrder(parsed.data), `${call}: the fields must be in the order of the schema`);
}

/**
 * The names of all fields in order, including nested ones; zod returns them in the order of the schema. As a text,
 * because AVA compares two trees far more slowly than the sandbox creates a page of records.
 */
const fieldOrder = (value: unknown): string =>
  JSON.stringify(value, (_, inner) => (typeof inner === 'object' && inner !== null ? inner : 0));

const match = matcherOf(operations, {asService: true});

/** Returns the operation with a method and a path, if there is one. */
export function operationAt(method: string, path: string): Operation | undefined {
  const [pathname = ''] = path.split('?');
  const found = match(method, pathname);
  return found.kind === 'operation' ? found.operation : undefined;
}
