import {createHash, timingSafeEqual} from 'node:crypto';
import Router from '@koa/router';
import type {Context, Middleware} from 'koa';
import type {Accounts} from '../accounts/accounts.js';
import {type AnyAdminOperation, executeAdmin} from '../admin/admin-operation.js';
import {forbidden, methodNotAllowed, notFound, parameterError} from '../errors.js';
import {quote} from '../schema/fields.js';
import type {Settings} from '../settings.js';
import {readAdminBody} from './api/read-body.js';
import type {RequestState} from './request-state.js';
import {sendJson} from './send.js';

export interface AdminOptions {
  readonly adminOperations: readonly AnyAdminOperation[];
  readonly sandbox: Accounts;
  readonly settings: Settings;
  /** What the header `X-Admin-Key` must hold, if anything. */
  readonly adminKey?: string;
}

const root = '/_sandbox';

/** Serves what a tester does to the sandbox itself: `/_sandbox`. */
export function serveAdmin(options: AdminOptions): Middleware<RequestState> {
  const router = new Router<RequestState>({sensitive: true, strict: true});
  for (const operation of options.adminOperations) {
    const served = serve(operation, options);
    const steps = operation.method === 'GET' ? [served] : [readAdminBody, served];
    router.register(operation.path.replaceAll(/\{(\w+)\}/g, ':$1'), [operation.method], steps);
  }
  const dispatch = router.routes();
  return (ctx, next) => {
    if (ctx.path !== root && !ctx.path.startsWith(`${root}/`)) {
      return next();
    }
    refuseForeignOrigin(ctx);
    checkAdminKey(ctx, options.adminKey);
    return dispatch(ctx as never, () => refuse(router, ctx));
  };
}

/** A page on the web must not reset what a developer works with, `--cors` or not. */
function refuseForeignOrigin(ctx: Context): void {
  const origin = ctx.get('Origin');
  if (origin !== '' && origin.replace(/^https?:\/\//, '') !== ctx.get('Host')) {
    throw forbidden(`${root} does not answer to pages of another origin; this one is ${quote(origin)}`);
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest();

function checkAdminKey(ctx: Context, adminKey: string | undefined): void {
  if (adminKey !== undefined && !timingSafeEqual(digest(ctx.get('X-Admin-Key')), digest(adminKey))) {
    throw forbidden(`${root} asks for the admin key that the sandbox was started with, in the header X-Admin-Key`);
  }
}

function refuse(router: Router<RequestState>, ctx: Context): never {
  const allowed = router.match(ctx.path, ctx.method).path.flatMap(layer => layer.methods);
  if (allowed.length > 0) {
    throw methodNotAllowed(ctx.method, [...new Set(allowed)].sort());
  }
  throw notFound(`There is nothing at ${quote(ctx.path)}; GET ${root} says what the sandbox is`);
}

function serve(operation: AnyAdminOperation, {sandbox, settings}: AdminOptions): Middleware<RequestState> {
  return async ctx => {
    const {account} = ctx.state;
    const targets = readAll(operation, ctx) ? sandbox.all() : [account];
    const {rawBody = ''} = ctx.request as {readonly rawBody?: string};
    const context = {accounts: sandbox, settings, account, targets};
    const answer = await executeAdmin(operation, context, {
      params: (ctx as unknown as {readonly params: Record<string, string>}).params,
      query: Object.fromEntries(Object.entries(ctx.query).map(([name, value]) => [name, [value].flat()[0]])),
      body: ctx.request.body,
      rawBody,
    });
    sendJson(ctx, answer);
  };
}

function readAll({takesAll}: AnyAdminOperation, ctx: Context): boolean {
  const {all} = ctx.query;
  if (all === undefined || all === 'false') {
    return false;
  }
  if (all !== 'true' || takesAll !== true) {
    throw parameterError(takesAll ? `all takes true or false, not ${quote(all)}` : 'all does not go with this path');
  }
  return true;
}
