import type {Context, ParameterizedContext} from 'koa';
import {type Accounts, defaultAccount} from '../../accounts/accounts.js';
import {counts} from '../../admin/status.js';
import {methodNotAllowed, notFound} from '../../errors.js';
import {findingPages} from '../../findings/rule-page.js';
import {type PageFile, readDocsFile} from '../../pages/page-files.js';
import {quote} from '../../schema/fields.js';
import {originOf} from '../guard/origin.js';
import type {RequestStep} from '../request-state.js';
import {send, sendJson} from '../send.js';

const pageMethods = ['GET', 'HEAD'];

/** @throws ApiError, a 405, for any other method */
export function checkMethod({method}: Context, allowed: readonly string[] = pageMethods): void {
  if (!allowed.includes(method)) {
    throw methodNotAllowed(method, allowed);
  }
}

export const isBelow = (root: string, {path}: Context): boolean => path === root || path.startsWith(`${root}/`);

export const pageHeaders = (policy: readonly string[]) => ({
  'Content-Security-Policy': policy.join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  // Revalidated by ETag on every load: the next sandbox on this port may have another version.
  'Cache-Control': 'no-cache',
});

/** Sends a file of a page, or a 304. */
export function sendFile(ctx: ParameterizedContext, {type, body, etag}: PageFile): void {
  ctx.etag = etag;
  ctx.status = 200; // Koa's freshness check requires a 2xx status
  if (ctx.fresh) {
    ctx.status = 304;
  } else {
    send(ctx, type, body);
  }
}

/**
 * `GET /health`, without a key: the version, the default account's record counts and, if responses are validated, the
 * number of contract violations.
 */
export function health(accounts: Accounts, version: string, violations?: {readonly count: number}): RequestStep {
  return async (ctx, next) => {
    if (ctx.path !== '/health' || !pageMethods.includes(ctx.method)) {
      await next();
      return;
    }
    ctx.state.surface = 'page';
    const {records} = await accounts.get(defaultAccount);
    sendJson(ctx, {
      status: 'ok',
      version,
      pid: process.pid,
      seed: accounts.seed,
      ...(violations && {violations: violations.count}),
      accounts: accounts.all().length,
      counts: counts(records),
    });
  };
}

/** @param server the URL to which the document's paths are relative */
export type MakeDocument = (server: string) => Promise<object>;

/** Serves a document without a key, for the URL at which the client requests it. */
export function serveDocument(path: string, makeDocument: MakeDocument): RequestStep {
  return async (ctx, next) => {
    if (ctx.path !== path || !pageMethods.includes(ctx.method)) {
      return next();
    }
    ctx.state.surface = 'page';
    sendJson(ctx, await makeDocument(originOf(ctx)));
    return undefined;
  };
}

const rulesRoot = '/docs/rules';

let rulePages: ReadonlyMap<string, string> | undefined;

/** `GET /docs/rules/{id}`, without a key: a rule's page as plain text. */
export const serveRules: RequestStep = (ctx, next) => {
  if (!isBelow(rulesRoot, ctx) || !pageMethods.includes(ctx.method)) {
    return next();
  }
  ctx.state.surface = 'page';
  rulePages ??= findingPages();
  const name = ctx.path.slice(rulesRoot.length + 1).replace(/\.md$/, '');
  const page = rulePages.get(name === '' ? 'README.md' : `${name}.md`);
  if (page === undefined) {
    throw notFound(`There is no rule ${quote(name)}; ${rulesRoot} lists them`);
  }
  ctx.set('X-Content-Type-Options', 'nosniff');
  send(ctx, 'text/plain; charset=utf-8', Buffer.from(page));
  return undefined;
};

const docsRoot = '/docs';

/** Allows no external resources and no inline scripts; Swagger UI needs inline styles and `data:` images. */
const docsHeaders = pageHeaders([
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
]);

/** True for a browser. Any other client that requests `/` has a wrong URL and gets the usual 404. */
const isHome = (ctx: Context) =>
  ctx.path === '/' && pageMethods.includes(ctx.method) && ctx.accepts('json', 'html') === 'html';

/**
 * `GET /` in a browser: the home page. `GET /docs`, without a key: the interactive API reference. Nothing is
 * compressed: for a browser on the same machine, compression takes longer than sending the 2 MB once.
 * @param key used by the pages for their requests
 * @param hasConsole true if the home page links to the console
 */
export function serveDocs(key: string, version: string, hasConsole: boolean): RequestStep {
  const values = {'{{key}}': key, '{{version}}': version, '{{console}}': hasConsole ? 'on' : 'off'};
  const fill = (page: string) =>
    Object.entries(values).reduce((filled, [name, value]) => filled.replaceAll(name, value), page);
  return async (ctx, next) => {
    if (!isBelow(docsRoot, ctx) && !isHome(ctx)) {
      return next();
    }
    ctx.state.surface = 'page';
    const found = await readDocsFile(ctx.path, fill);
    if (found === undefined) {
      throw notFound(`There is nothing at ${quote(ctx.path)}; the reference is at ${docsRoot}`);
    }
    checkMethod(ctx);
    ctx.set(docsHeaders);
    if (ctx.path === '/') {
      ctx.vary('Accept');
    }
    sendFile(ctx, found);
    return undefined;
  };
}
