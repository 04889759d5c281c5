import type {Context, ParameterizedContext} from 'koa';
import {type Accounts, defaultAccount} from '../../accounts/accounts.js';
import {counts} from '../../admin/status.js';
import {methodNotAllowed, notFound} from '../../errors.js';
import {findingPages} from '../../findings/rule-page.js';
import {type PageFile, pageFile, readDocsFile, readTextPage} from '../../pages/page-files.js';
import {siteHeader} from '../../pages/site-header.js';
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
 * number of contract violations. A standby node has no counts.
 */
export function health(accounts: Accounts, version: string, violations?: {readonly count: number}): RequestStep {
  return async (ctx, next) => {
    if (ctx.path !== '/health' || !pageMethods.includes(ctx.method)) {
      await next();
      return;
    }
    ctx.state.surface = 'page';
    const {refusal, seed} = accounts;
    const served = refusal === undefined ? await accounts.get(defaultAccount) : undefined;
    sendJson(ctx, {
      status: served === undefined ? 'standby' : 'ok',
      version,
      pid: process.pid,
      seed,
      ...(violations && {violations: violations.count}),
      ...(served && {accounts: accounts.size, counts: counts(served.records)}),
    });
  };
}

/** `GET /ready`, without a key, for load balancers. Only the active node of a sandbox serves it. */
export const ready: RequestStep = async (ctx, next) => {
  if (ctx.path !== '/ready' || !pageMethods.includes(ctx.method)) {
    return next();
  }
  ctx.state.surface = 'page';
  sendJson(ctx, {status: 'ok'});
  return undefined;
};

/** @param server the URL to which the document's paths are relative */
export type MakeDocument = (server: string) => Promise<object>;

/** Serves a document without a key, relative to the URL that the client uses. */
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

const docsRoot = '/docs';
const rulesRoot = '/docs/rules';

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

const isForBrowser = (ctx: Context) => pageMethods.includes(ctx.method) && ctx.accepts('json', 'html') === 'html';

/** Only a browser gets a page at `/`. Other clients have a wrong URL and get the usual 404. */
const isDocs = (ctx: Context) =>
  isBelow(docsRoot, ctx) || ['/favicon.ico', '/llms.txt'].includes(ctx.path) || (ctx.path === '/' && isForBrowser(ctx));

/** Text in the pages that depends on the sandbox. */
export interface PageValues {
  /** The key for requests that the pages send. */
  readonly key: string;
  /** An example of a key that opens another account. */
  readonly otherKey: string;
  readonly version: string;
  /** True if the pages link to the console. */
  readonly hasConsole: boolean;
}

type FillPage = (page: string, path: string, values?: Readonly<Record<string, string>>) => string;

/**
 * Serves pages without a key: `GET /` in a browser, the interactive API reference at `GET /docs`, the pages of the
 * rules at `GET /docs/rules/{id}`, and a summary for agents at `GET /llms.txt`. Nothing is compressed: for a browser on
 * the same machine, compression takes longer than sending the 2 MB once.
 */
export function serveDocs({hasConsole, version, ...keys}: PageValues): RequestStep {
  const fill: FillPage = (page, path, values = {}) => {
    const header = siteHeader(version, path, hasConsole);
    const all = {...keys, version, console: hasConsole ? 'on' : 'off', header, ...values};
    return Object.entries(all).reduce((filled, [name, value]) => filled.replaceAll(`{{${name}}}`, () => value), page);
  };
  return async (ctx, next) => {
    if (!isDocs(ctx)) {
      return next();
    }
    ctx.state.surface = 'page';
    const isRules = isBelow(rulesRoot, ctx);
    const found = isRules ? await readRulePage(ctx, fill) : await readDocsFile(ctx.path, page => fill(page, ctx.path));
    if (found === undefined) {
      throw notFound(`There is nothing at ${quote(ctx.path)}; the reference is at ${docsRoot}`);
    }
    checkMethod(ctx);
    ctx.set(docsHeaders);
    if (ctx.path === '/' || isRules) {
      ctx.vary('Accept');
    }
    sendFile(ctx, found);
    return undefined;
  };
}

let rulePages: ReadonlyMap<string, string> | undefined;

/** The page of a rule, or of the list of rules: HTML for browsers, otherwise Markdown as plain text. */
async function readRulePage(ctx: Context, fill: FillPage) {
  rulePages ??= findingPages();
  const name = ctx.path.slice(rulesRoot.length + 1).replace(/\.md$/, '');
  const page = rulePages.get(name === '' ? 'README.md' : `${name}.md`);
  if (page === undefined) {
    throw notFound(`There is no rule ${quote(name)}; ${rulesRoot} lists them`);
  }
  if (!isForBrowser(ctx)) {
    return pageFile('', page);
  }
  const {marked} = await import('marked');
  const content = await marked(page.replaceAll('](', `](${rulesRoot}/`).replaceAll('.md)', ')'));
  const title = /^# (.*)/.exec(page)![1]!;
  return readTextPage(text => fill(text, rulesRoot, {title, content}));
}
