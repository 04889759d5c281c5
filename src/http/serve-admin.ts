import {createHash, timingSafeEqual} from 'node:crypto';
import Router from '@koa/router';
import type {Context, Middleware} from 'koa';
import type {Sandbox} from '../accounts/sandbox.js';
import {type AdminOperation, executeAdmin} from '../admin/admin-operation.js';
import {forbidden, methodNotAllowed, notFound, parameterError} from '../errors.js';
import type {Catalog} from '../operations/kinds/catalog.js';
import {quote} from '../schema/fields.js';
import type {Settings} from '../settings.js';
import {readAdminBody} from './api/read-body.js';
import type {RequestState} from './request-state.js';
import {sendJson} from './send.js';

export interface AdminOptions {
  readonly adminOperations: readonly AdminOperation[];
  readonly sandbox: Sandbox;
  readonly settings: Settings;
  readonly catalog: Catalog;
  /** What the header `X-Admin-Key` must hold, if anything. */
  readonly adminKey?: string;
}

const root = '/_sandbox';

/** Serves what a tester does to the sandbox itself: `/_sandbox`. */
export function serveAdmin(options: AdminOptions): Middleware<RequestState> {
  const router = new Router<RequestState>({sensitive: true, strict: true});
  for (const adminOperation of options.adminOperations) {
    const steps =
      adminOperation.method === 'GET'
        ? [serve(adminOperation, options)]
        : [readAdminBody, serve(adminOperation, options)];
    router.register(adminOperation.path.replaceAll(/\{(\w+)\}/g, ':$1'), [adminOperation.method], steps);
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

function serve(adminOperation: AdminOperation, {sandbox, settings, catalog}: AdminOptions): Middleware<RequestState> {
  return ctx => {
    const {account} = ctx.state;
    const all = readAll(adminOperation, ctx);
    const {rawBody = ''} = ctx.request as {readonly rawBody?: string};
    const answer = executeAdmin(adminOperation, {
      sandbox,
      settings,
      catalog,
      account,
      accounts: all ? sandbox.accounts() : [account],
      params: (ctx as unknown as {readonly params: Record<string, string>}).params,
      query: Object.fromEntries(Object.entries(ctx.query).map(([name, value]) => [name, [value].flat()[0]])),
      body: ctx.request.body,
      rawBody,
    });
    sendJson(ctx, answer);
  };
}

function readAll({takesAll}: AdminOperation, ctx: Context): boolean {
  const {all} = ctx.query;
  if (all === undefined || all === 'false') {
    return false;
  }
  if (all !== 'true' || takesAll !== true) {
    throw parameterError(takesAll ? `all takes true or false, not ${quote(all)}` : 'all does not go with this path');
  }
  return true;
}
