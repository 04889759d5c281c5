import type * as z from 'zod';
import type {Account} from '../accounts/account.js';
import type {Accounts} from '../accounts/accounts.js';
import {machineClock, moment} from '../accounts/clock.js';
import type {ExchangeBus} from '../exchanges/bus.js';
import {ControlCommits} from '../exchanges/control-commits.js';
import type {Journal} from '../exchanges/journal/journal.js';
import type {TraceHistory} from '../exchanges/trace/trace-history.js';
import type {FaultRules} from '../faults/fault-rules.js';
import type {Coverage} from '../findings/coverage/coverage.js';
import type {Inspector} from '../findings/inspector.js';
import type {Interception} from '../intercept/interception.js';
import type {Caches} from '../operations/caches.js';
import type {Catalog} from '../operations/kinds/catalog.js';
import {Issues} from '../schema/issues.js';
import {parseBody} from '../schema/parse-body.js';
import {finishSoon} from '../workload/steps.js';
import type {Resend} from './requests/resend.js';
import type {Waiters} from './verify/waiters.js';

/** What one running sandbox is made of, as far as a tester can reach it. */
export interface SandboxParts {
  /** Every account of the sandbox. */
  readonly accounts: Accounts;
  /** The kinds of record that accounts hold. */
  readonly catalog: Catalog;
  readonly caches: Caches;
  /** Where what is done is told. */
  readonly exchanges: ExchangeBus;
  readonly journal: Journal;
  readonly inspector: Inspector;
  readonly coverage: Coverage;
  readonly faults: FaultRules;
  /** Who waits for requests that are still to come. */
  readonly waiters: Waiters;
  /** Sends a request again. */
  readonly resend: Resend;
  /** What is known of all that happened. */
  readonly trace: TraceHistory;
  /** Where clients are led that name another host. */
  readonly interception?: Interception | undefined;
}

/** What an admin operation acts on. */
export interface AdminContext extends SandboxParts {
  /** Aborted once nobody waits for the answer any more: the client has left, or the sandbox is about to close. */
  readonly signal: AbortSignal;
  /** The account of the request's key. */
  readonly account: Account;
  /** The accounts to change: that one, or with `?all=true` every one there is. */
  readonly targets: readonly Account[];
  /** Whether every one was asked for. */
  readonly isForAll: boolean;
}

interface Committing {
  /** To be called when an account has a change, before anything else is awaited: it numbers the commit. */
  readonly committed: (account: Account) => void;
}

/** What is asked of an admin operation. */
interface AdminRequest<Body, Params, Query> {
  /** What stands in the path in place of its braces. */
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The body as it came, of an operation that reads it itself; empty where there is none. */
  readonly rawBody: Buffer;
  /** The header `Last-Event-ID`: of a stream that broke off, what its reader had last. */
  readonly lastEventId?: string | undefined;
  /** The address that the client asked at, without a path: `http://127.0.0.1:4080`. */
  readonly origin?: string | undefined;
}

/** The same, without what need not be given: of the parts only the path's must be. */
type Asked<Body, Params, Query> = Partial<AdminRequest<Body, Params, Query>> &
  (Record<never, never> extends Params ? unknown : {readonly params: Params});

/** The names in braces of a path: `name` of `/_sandbox/snapshots/{name}`. */
type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? {readonly [name in Name]: string} & ParamsOf<Rest>
  : Record<never, never>;

/** Every field of a body may be left out, and the body too. */
export type BodyOf<B extends z.ZodObject> = {readonly [Field in keyof z.infer<B>]?: z.infer<B>[Field] | undefined};

type QueryOf<Name extends string> = {readonly [name in Name]?: string | undefined};

/** What a tester does to the sandbox itself: one row of the table in `docs/testing.md`. */
export interface AdminOperation<Body, Result extends object | string, Params = unknown, Query = unknown> {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Relative to the base address; names in braces. */
  readonly path: string;
  readonly summary: string;
  /** What the body may hold, none of it unknown, unless the operation looks at that; a body may be left out. */
  readonly body?: z.ZodObject;
  /** The parameters it reads of the query, besides `all`. */
  readonly query?: readonly string[];
  /** Whether the body is read by `handle` itself. */
  readonly readsRawBody?: boolean;
  /** Whether all of an account may come in its body. */
  readonly takesLargeBody?: boolean;
  /** Whether `?all=true` makes it act on every account. */
  readonly takesAll?: boolean;
  /** Whether it only looks, though it is no GET: then nobody is told of it. */
  readonly changesNothing?: true;
  /** @returns what is answered as JSON; a text or a stream holds JSON already, and a `Content` says what it is */
  handle(input: AdminContext & AdminRequest<Body, Params, Query> & Committing): Result | Promise<Result>;
}

// biome-ignore lint/suspicious/noExplicitAny: the list has operations of every type of body and reply
export type AnyAdminOperation = AdminOperation<any, object | string, any, any>;

interface AdminSpec<B extends z.ZodObject, Result extends object | string, Path extends string, Query extends string>
  extends AdminOperation<BodyOf<B>, Result, ParamsOf<Path>, QueryOf<Query>> {
  readonly path: Path;
  readonly body?: B;
  readonly query?: readonly Query[];
}

/** An operation whose parts the compiler knows: the body by its schema, the rest by the path and the names given. */
export const adminOperation = <
  Result extends object | string,
  Path extends string,
  B extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Query extends string = never,
>(
  spec: AdminSpec<B, Result, Path, Query>,
): AdminOperation<BodyOf<B>, Result, ParamsOf<Path>, QueryOf<Query>> => spec;

/**
 * Does what is asked. Unlike the service, the sandbox itself refuses what it does not know: a typo must not reset the
 * wrong thing.
 * @throws a 422 that names every issue of the body
 */
export async function executeAdmin<Body, Result extends object | string, Params, Query>(
  operation: AdminOperation<Body, Result, Params, Query>,
  context: AdminContext,
  asked: Asked<Body, Params, Query>,
): Promise<Result> {
  const {params = {}, query = {}, rawBody = Buffer.alloc(0)} = asked;
  const body = readBody(operation, asked.body ?? {});
  const receivedAt = moment(machineClock);
  const commits = new ControlCommits(context);
  const committed = (account: Account) => commits.add(account);
  const {lastEventId, origin} = asked;
  const input = {...context, committed, params, query, body, rawBody, lastEventId, origin} as Parameters<
    typeof operation.handle
  >[0];
  const publish = () =>
    context.exchanges.publishControl({
      operation: operation.id,
      account: context.account.name,
      all: context.isForAll,
      params: params as Record<string, string>,
      query: query as Record<string, string | undefined>,
      ...(operation.readsRawBody ? rawBody.length > 0 && {rawBody} : {body: asked.body}),
      commits: commits.all,
      receivedAt,
    });
  let isDone = false;
  try {
    const result = await operation.handle(input);
    isDone = operation.method !== 'GET' && operation.changesNothing !== true;
    return result;
  } finally {
    if (isDone || commits.all.length > 0) {
      if (commits.all.length === 0) {
        committed(context.account);
      }
      publish(); // what one account refused may have been done to another
    }
  }
}

function readBody({body: schema, readsRawBody = false}: AnyAdminOperation, sent: object): object {
  const issues = Issues.none();
  const known = Object.keys(schema?.shape ?? {});
  const looksItself = readsRawBody || schema?.def.catchall !== undefined;
  const unknown = looksItself ? [] : Object.keys(sent).filter(name => !known.includes(name));
  const told = known.filter(name => !name.startsWith('$')); // that is for editors
  for (const name of unknown) {
    issues.refuse(name, `unknown field; the body takes ${told.join(', ') || 'nothing'}`, 'unknown-field', told);
  }
  const body = schema === undefined ? {} : parseBody(schema, sent, issues);
  issues.throwIfRefused();
  return body;
}

/**
 * Changes accounts in blocks, so that other clients are served while 100,000 of them change. An account that is busy
 * changes when its turn comes, and delays no other.
 * @param committed called for each account once it has changed
 * @throws the first refusal, once all accounts have settled: the others change all the same
 */
export async function changeAll(
  {targets, accounts}: Pick<AdminContext, 'targets' | 'accounts'>,
  change: (account: Account) => unknown,
  committed: (account: Account) => void,
): Promise<void> {
  const waiting: Array<Promise<unknown>> = [];
  const refusals = new Map<Account, unknown>();
  const changeOne = (account: Account) => {
    const changed = change(account);
    if (changed instanceof Promise) {
      const settled = changed.then(() => committed(account)); // before the account goes on with its next change
      waiting.push(settled.catch(error => refusals.set(account, error)));
    } else {
      committed(account);
    }
  };
  const inSteps = function* () {
    for (const account of targets.values()) {
      try {
        if (accounts.isCurrent(account)) {
          changeOne(account);
        }
      } catch (error) {
        refusals.set(account, error);
      }
      yield;
    }
  };
  await finishSoon(inSteps());
  await Promise.all(waiting);
  const refused = targets.find(account => refusals.has(account));
  if (refused !== undefined) {
    throw refusals.get(refused);
  }
}
