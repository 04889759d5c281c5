import type {ServerResponse} from 'node:http';
import type {Context} from 'koa';
import {type AnyAdminOperation, Content, executeAdmin, type SandboxParts} from '../admin/admin-operation.js';
import {parameterError} from '../errors.js';
import {matcherOf} from '../operations/match.js';
import {nameOf, quote} from '../schema/fields.js';
import {Issues} from '../schema/issues.js';
import {type AsOfOptions, checkAdmin} from './guard/authenticate.js';
import {originOf, refuseForeignOrigin} from './guard/origin.js';
import {isBelow} from './pages/serve-pages.js';
import {readAdminBody, readLargeBody, readRawBody} from './read-body.js';
import type {RequestContext, RequestStep} from './request-state.js';
import {send, sendJson} from './send.js';
import {refuse} from './serve-operations.js';

export interface AdminOptions extends AsOfOptions {
  readonly adminOperations: readonly AnyAdminOperation[];
  readonly parts: SandboxParts;
}

const root = '/_sandbox';

export function serveAdmin(options: AdminOptions, closing: AbortSignal): RequestStep {
  const match = matcherOf(options.adminOperations, {asService: false});
  const paths = options.adminOperations.map(({path}) => path);
  return async (ctx, next) => {
    if (!isBelow(root, ctx)) {
      return next();
    }
    ctx.state.surface = 'admin';
    options.parts.exchanges.end(ctx.state.pending); // only requests to the API are traced
    refuseForeignOrigin(ctx, root);
    checkAdmin(ctx, options, root);
    const matched = match(ctx.method, ctx.path);
    if (matched.kind !== 'operation') {
      return refuse(matched, ctx, paths, root, `GET ${root} says what the sandbox is`);
    }
    const {operation, params} = matched;
    checkParameters(operation, ctx);
    if (operation.method !== 'GET') {
      const large = operation.takesLargeBody ? readLargeBody : readAdminBody;
      await (operation.readsRawBody ? readRawBody : large)(ctx);
    }
    return serve(operation, params, ctx, options.parts, closing);
  };
}

/** Every request may have a key. `all` is validated separately. */
const commonParameters = ['access_token', 'all'];

/** Unlike the service, the sandbox rejects unknown parameters: `?al=true` must not reset one account instead of all. */
function checkParameters({query = []}: AnyAdminOperation, ctx: Context): void {
  const issues = Issues.none();
  for (const name of Object.keys(ctx.query).filter(name => ![...commonParameters, ...query].includes(name))) {
    issues.inQuery.refuse(name, `Unknown query parameter: ${nameOf(name)}`, 'unknown-parameter', ['all', ...query]);
  }
  issues.throwIfRefused();
}

async function serve(
  operation: AnyAdminOperation,
  params: Readonly<Record<string, string>>,
  ctx: RequestContext,
  parts: SandboxParts,
  closing: AbortSignal,
): Promise<void> {
  const {account} = ctx.state;
  const isForAll = readAll(operation, ctx);
  const targets = isForAll ? parts.accounts.all() : [account];
  const {body, rawBody} = ctx.request as {readonly body?: unknown; readonly rawBody?: string | Buffer};
  const query = Object.fromEntries(Object.entries(ctx.query).map(([name, value]) => [name, [value].flat()[0]]));
  const signal = AbortSignal.any([closing, leaving(ctx.res)]);
  const context = {...parts, account, targets, isForAll, signal};
  const result = await executeAdmin(operation, context, {
    params,
    query,
    body: body ?? {},
    ...(Buffer.isBuffer(rawBody) && {rawBody}),
    lastEventId: ctx.get('Last-Event-ID'),
    origin: originOf(ctx),
  });
  if (result instanceof Content) {
    ctx.set({...result.headers});
    send(ctx, result.type, result.body);
  } else {
    sendJson(ctx, result);
  }
}

/** Aborted if the connection closes before the response ends. */
function leaving(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  return controller.signal;
}

function readAll({takesAll}: AnyAdminOperation, ctx: Context): boolean {
  const {all} = ctx.query;
  if (all === undefined || all === 'false') {
    return false;
  }
  if (all !== 'true' || takesAll !== true) {
    throw parameterError(
      takesAll ? `all: must be true or false, got ${quote(all)}` : 'all: cannot be used with this path',
    );
  }
  return true;
}
