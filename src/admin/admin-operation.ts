import type {Readable} from 'node:stream';
import type * as z from 'zod';
import type {Account} from '../accounts/account.js';
import type {Sandbox} from '../accounts/sandbox.js';
import type {Catalog} from '../operations/kinds/catalog.js';
import {Issues} from '../schema/issues.js';
import {parseBody} from '../schema/parse-body.js';
import type {Settings} from '../settings.js';

/** What a adminOperation operation gets of a request. */
export interface AdminInput<Body> {
  readonly sandbox: Sandbox;
  readonly settings: Settings;
  /** The kinds of record that accounts hold. */
  readonly catalog: Catalog;
  /** The account of the request's key. */
  readonly account: Account;
  /** The accounts to act on: that one, or with `?all=true` every one there is. */
  readonly accounts: readonly Account[];
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly body: Body;
  /** The body as it came; empty where there is none. */
  readonly rawBody: string;
}

/** What a tester does to the sandbox itself: one row of the table in `docs/testing.md`. */
export interface ControlSpec<B extends z.ZodObject> {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Relative to the base address; names in braces. */
  readonly path: string;
  readonly summary: string;
  /** What the body may hold, none of it unknown; a body may be left out. */
  readonly body?: B;
  /** Whether the body is read by `handle` itself. */
  readonly readsRawBody?: boolean;
  /** Whether `?all=true` makes it act on every account. */
  readonly takesAll?: boolean;
  /** @returns what is answered as JSON; a stream holds JSON already */
  handle(input: AdminInput<Partial<z.infer<B>>>): object | Readable;
}

// biome-ignore lint/suspicious/noExplicitAny: the list has one type of body each
export type AdminOperation = ControlSpec<any>;

export const adminOperation = <B extends z.ZodObject>(spec: ControlSpec<B>): AdminOperation => spec;

/**
 * Does what is asked. Unlike the service, the sandbox itself refuses what it does not know: a typo must not reset the
 * wrong thing.
 * @throws a 422 that names every issue of the body
 */
export function executeAdmin(adminOperation: AdminOperation, input: AdminInput<unknown>): object | Readable {
  const {body: schema, readsRawBody = false} = adminOperation;
  const issues = Issues.none();
  const known = Object.keys(schema?.shape ?? {});
  const unknown = readsRawBody ? [] : Object.keys(input.body ?? {}).filter(name => !known.includes(name));
  for (const name of unknown) {
    issues.refuse(name, `is not known here; the body takes ${known.join(', ') || 'nothing'}`);
  }
  const body = schema === undefined ? {} : parseBody(schema, input.body ?? {}, issues);
  issues.throwIfRefused();
  return adminOperation.handle({...input, body});
}
