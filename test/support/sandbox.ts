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
import {ask} from './http.js';
import './slots.js';

export const frozen = '2026-01-01T00:00:00Z';

/** Every test must pass without any cache, too: `TEST_WITHOUT_CACHES=1 npx ava`. */
const capacities = process.env['TEST_WITHOUT_CACHES'] ? noCapacities : usualCapacities;

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into a reply without declaring its shape
  readonly body: any;
}

export interface Call {
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is, instead of a body written as JSON. */
  readonly raw?: string | Uint8Array;
}

/**
 * A sandbox of the test's own, which stops when the test ends. Every reply is held against the operation's own schema
 * here; what `--validate-replies` holds against the OpenAPI document is tested with that option, and by the fuzz.
 */
export async function startTestSandbox(t: ExecutionContext, options: StartOptions = {}) {
  const faults: unknown[] = [];
  const sandbox = await startSandboxOf(
    catalog,
    {profile: 'small', now: frozen, onError: fault => faults.push(fault), ...options},
    capacities,
  );
  t.teardown(async () => {
    await sandbox.close();
  });
  const request = async (method: string, path: string, body?: unknown, call: Call = {}): Promise<Reply> => {
    const key = call.key === undefined ? sandbox.key : call.key;
    const sent = call.raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const {status, headers, text} = await ask(new URL(path, sandbox.url), {
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
    t.deepEqual(faults, [], 'the sandbox has no fault of its own');
    check(t, method, path, reply);
    return reply;
  };
  // A declaration cannot tell of the symbol that `await using` calls.
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

/** Fails the test where a status is not declared, or a reply is not what its schema says, field by field in order. */
function check(t: ExecutionContext, method: string, path: string, {status, body}: Reply): void {
  const operation = operationAt(method, path);
  if (operation === undefined) {
    return;
  }
  const call = `${method} ${path}`;
  t.true(statuses(operation).includes(status), `${call} answered ${status}, which ${operation.id} does not declare`);
  if (status === 401 || body === undefined) {
    return;
  }
  const schema = status === 200 ? replySchema(operation.reply) : errorSchema;
  const parsed = schema.safeParse(body);
  t.true(parsed.success, `${call}: ${parsed.error && z.prettifyError(parsed.error)}`);
  t.is(fieldOrder(body), fieldOrder(parsed.data), `${call}: the fields stand in the order of the schema`);
}

/**
 * The names of all fields, in order, through nested arrays: a zod parse answers in the order of the schema. As a text,
 * because AVA takes far longer to compare two trees than a page of records takes to be made.
 */
const fieldOrder = (value: unknown): string =>
  JSON.stringify(value, (_, inner) => (typeof inner === 'object' && inner !== null ? inner : 0));

const match = matcherOf(operations, {asService: true});

/** The operation that a method and a path name, if any does. */
export function operationAt(method: string, path: string): Operation | undefined {
  const [pathname = ''] = path.split('?');
  const found = match(method, pathname);
  return found.kind === 'operation' ? found.operation : undefined;
}
