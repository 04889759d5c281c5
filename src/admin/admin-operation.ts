import type {Readable} from 'node:stream';
import type * as z from 'zod';
import type {Account} from '../accounts/account.js';
import type {Accounts} from '../accounts/accounts.js';
import {type Clock, machineClock, moment, timestamp} from '../accounts/clock.js';
import type {ExchangeBus} from '../exchanges/bus.js';
import type {ControlCommit} from '../exchanges/control.js';
import type {Journal} from '../exchanges/journal/journal.js';
import type {KeptExchange} from '../exchanges/journal/kept-exchange.js';
import type {TraceHistory} from '../exchanges/trace/trace-history.js';
import type {FaultRules} from '../faults/fault-rules.js';
import type {Coverage} from '../findings/coverage/coverage.js';
import type {Inspector} from '../findings/inspector.js';
import type {Interception} from '../intercept/interception.js';
import type {Caches} from '../operations/caches.js';
import type {Catalog} from '../operations/kinds/catalog.js';
import {Issues} from '../schema/issues.js';
import {parseBody} from '../schema/parse-body.js';
import {pause} from '../store/chunked.js';

/** The parts of a running sandbox that an admin operation can reach. */
export interface SandboxParts {
  readonly accounts: Accounts;
  readonly catalog: Catalog;
  readonly caches: Caches;
  readonly exchanges: ExchangeBus;
  readonly journal: Journal;
  readonly inspector: Inspector;
  readonly coverage: Coverage;
  readonly faults: FaultRules;
  /** The pending verifications. */
  readonly waiters: Set<object>;
  readonly resend: Resend;
  readonly trace: TraceHistory;
  readonly interception?: Interception | undefined;
}

export interface AdminContext extends SandboxParts {
  readonly signal: AbortSignal;
  readonly account: Account;
  /** The accounts to change: `account`, or all accounts with `?all=true`. */
  readonly targets: readonly Account[];
  readonly isForAll: boolean;
}

interface AdminRequest<Body, Params, Query> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The unparsed body, for operations with their own parser; empty if there is none. */
  readonly rawBody: Buffer;
  /** The header `Last-Event-ID`: the last event that the client of an interrupted stream received. */
  readonly lastEventId?: string | undefined;
  /** The origin that the client used, such as `http://127.0.0.1:4080`. */
  readonly origin?: string | undefined;
}

/** Only the path parameters are required. */
type PartialRequest<Body, Params, Query> = Partial<AdminRequest<Body, Params, Query>> &
  (Record<never, never> extends Params ? unknown : {readonly params: Params});

/**
 * Call this after an account has changed, before the next `await`: it assigns the commit number.
 * @param clock the account's clock before the change, if the account is not that of the request
 */
type Committed = (account: Account, clock?: Clock) => unknown;

/** The parameter names of a path: `name` of `/_sandbox/snapshots/{name}`. */
type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? {readonly [name in Name]: string} & ParamsOf<Rest>
  : Record<never, never>;

/** All fields of a body, and the body itself, are optional. */
export type BodyOf<B extends z.ZodObject> = {readonly [Field in keyof z.infer<B>]?: z.infer<B>[Field] | undefined};

type QueryOf<Name extends string> = {readonly [name in Name]?: string | undefined};

/** An operation on the sandbox itself: a section of `docs/reference/admin-api.md`. */
export interface AdminOperation<Body, Result extends object | string, Params = unknown, Query = unknown> {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Relative to the base address; parameters are in braces. */
  readonly path: string;
  readonly summary: string;
  /** The body's schema. Unknown fields are rejected unless the operation checks them itself. The body is optional. */
  readonly body?: z.ZodObject;
  /** Accepted query parameters in addition to `all`. */
  readonly query?: readonly string[];
  readonly readsRawBody?: boolean;
  readonly takesLargeBody?: boolean;
  /** True if `?all=true` applies the operation to every account. */
  readonly takesAll?: boolean;
  /** True for a read-only operation that is not a GET: it publishes no event. */
  readonly changesNothing?: true;
  /** @returns the JSON response; a string or stream is already JSON, and a `Content` names its own type */
  handle(
    input: AdminContext & AdminRequest<Body, Params, Query> & {readonly committed: Committed},
  ): Result | Promise<Result>;
}

// biome-ignore lint/suspicious/noExplicitAny: the list has operations of every type of body and reply
export type AnyAdminOperation = AdminOperation<any, object | string, any, any>;

/** Infers the operation's types from the body's schema, the path and the names of the query parameters. */
export const adminOperation = <
  Result extends object | string,
  Path extends string,
  B extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Query extends string = never,
>(
  operation: AdminOperation<BodyOf<B>, Result, ParamsOf<Path>, QueryOf<Query>> & {
    readonly path: Path;
    readonly body?: B;
    readonly query?: readonly Query[];
  },
): AdminOperation<BodyOf<B>, Result, ParamsOf<Path>, QueryOf<Query>> => operation;

/**
 * Runs an operation. Unlike the service, the admin API rejects unknown fields: a typo must not reset the wrong data.
 * @throws a 422 that lists every issue in the body
 */
export async function executeAdmin<Body, Result extends object | string, Params, Query>(
  operation: AdminOperation<Body, Result, Params, Query>,
  context: AdminContext,
  request: PartialRequest<Body, Params, Query>,
): Promise<Result> {
  const {params = {}, query = {}, rawBody = Buffer.alloc(0)} = request;
  const body = readBody(operation.body, request.body ?? {});
  const receivedAt = moment(machineClock);
  const commits: ControlCommit[] = [];
  const {name, clock} = context.account;
  const committed: Committed = (account, before = account.name === name ? clock : account.clock) =>
    commits.push({account: account.name, at: timestamp(before), order: context.exchanges.nextOrder()});
  const pending = context.exchanges.begin();
  if (operation.method === 'GET' || operation.changesNothing) {
    context.exchanges.end(pending); // it may take long
  }
  const input = {...context, committed, ...request, params, query, body, rawBody};
  try {
    const result = await operation.handle(input as Parameters<typeof operation.handle>[0]);
    if (operation.method !== 'GET' && operation.changesNothing !== true && commits.length === 0) {
      committed(context.account);
    }
    return result;
  } finally {
    context.exchanges.end(pending);
    if (commits.length > 0) {
      // Other accounts may have changed before one failed.
      context.exchanges.publishControl({
        operation: operation.id,
        account: name,
        all: context.isForAll,
        params: params as Record<string, string>,
        query: query as Record<string, string | undefined>,
        ...(operation.readsRawBody ? rawBody.length > 0 && {rawBody} : {body: request.body}),
        commits,
        receivedAt,
      });
    }
  }
}

function readBody(schema: z.ZodObject | undefined, sent: object): object {
  const issues = Issues.none();
  const known = Object.keys(schema?.shape ?? {});
  const unknown = Object.keys(sent).filter(name => schema?.def.catchall === undefined && !known.includes(name));
  const named = known.filter(name => !name.startsWith('$')); // editors use fields with `$`
  for (const name of unknown) {
    issues.refuse(name, `unknown field; the body takes ${named.join(', ') || 'nothing'}`, 'unknown-field', named);
  }
  const body = schema === undefined ? {} : parseBody(schema, sent, issues);
  issues.throwIfRefused();
  return body;
}

/**
 * Changes accounts in chunks, so that the server can respond to other clients while 100,000 accounts change. A busy
 * account changes later without delaying other accounts.
 * @param committed called for each account after its change
 * @param check called for each account before any of them changes; nothing changes if it throws
 * @throws the error of the first account that failed, after all accounts have settled: the other accounts still change
 */
export async function changeAll(
  {targets, accounts}: Pick<AdminContext, 'targets' | 'accounts'>,
  change: (account: Account) => Promise<unknown>,
  committed: Committed,
  check: (account: Account) => void = () => undefined,
): Promise<void> {
  if (targets.length > 1) {
    await visitInTurns(targets, check);
  } else {
    targets.forEach(check); // without a pause, so that changes of one account keep their order
  }
  const changes: Array<Promise<{readonly error: unknown} | undefined>> = [];
  await visitInTurns(targets, account => {
    if (accounts.isCurrent(account)) {
      const {clock} = account;
      const changed = change(account).then(() => committed(account, clock));
      changes.push(changed.then(() => undefined).catch((error: unknown) => ({error})));
    }
  });
  const failed = (await Promise.all(changes)).find(outcome => outcome !== undefined);
  if (failed !== undefined) {
    throw failed.error;
  }
}

/** Visits accounts in turns, so that other clients are served while 100,000 accounts change. */
export async function visitInTurns(targets: readonly Account[], visit: (account: Account) => void): Promise<void> {
  for (const [index, account] of targets.entries()) {
    if (index > 0) {
      await pause();
    }
    visit(account);
  }
}

/** A response that is not JSON. A stream is destroyed when the client disconnects. */
export class Content {
  constructor(
    readonly type: string,
    readonly body: string | Readable,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}

/** The number in the account that received the request; the status is 0 if a fault prevented a response. */
export interface Resent {
  readonly seq: number;
  readonly status: number;
}

export interface ResendTo {
  readonly account: string;
  /** True if the request is sent to a copy of the original account, with a key that has full access. */
  readonly isCopy: boolean;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/** Sends a request again as a client would, with `console` as its caller. @throws ApiError if the outcome is unknown */
export type Resend = (exchange: KeptExchange, to: ResendTo) => Promise<Resent>;
