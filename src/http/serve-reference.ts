import type {Context, Middleware} from 'koa';
import {methodNotAllowed, notFound} from '../errors.js';
import {DocsFiles} from '../pages/reference/page-files.js';
import {quote} from '../schema/fields.js';
import type {RequestState} from './request-state.js';
import {send} from './send.js';

const root = '/docs';
const methods = ['GET', 'HEAD'];

/** Allows no external resources and no inline scripts; Swagger UI needs inline styles and `data:` images. */
const policy = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const headers = {
  'Content-Security-Policy': policy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  // Revalidated by ETag on every load: the next sandbox on this port may have another version.
  'Cache-Control': 'no-cache',
};

/** True for a browser. Any other client that requests `/` has a wrong URL and gets the usual 404. */
const isHome = (ctx: Context) =>
  ctx.path === '/' && methods.includes(ctx.method) && ctx.accepts('json', 'html') === 'html';

/**
 * `GET /` in a browser: the home page. `GET /docs`, without a key: the interactive API reference. Nothing is
 * compressed: for a browser on the same machine, compression takes longer than sending the 2 MB once.
 * @param key used by the pages for their requests
 * @param hasConsole true if the home page links to the console
 */
export function serveDocs(key: string, version: string, hasConsole: boolean): Middleware<RequestState> {
  const said = {'{{key}}': key, '{{version}}': version, '{{console}}': hasConsole ? 'on' : 'off'};
  const files = new DocsFiles(page =>
    Object.entries(said).reduce((filled, [name, value]) => filled.replaceAll(name, value), page),
  );
  return (ctx, next) => {
    if (ctx.path !== root && !ctx.path.startsWith(`${root}/`) && !isHome(ctx)) {
      return next();
    }
    ctx.state.surface = 'page';
    const found = files.find(ctx.path);
    if (found === undefined) {
      throw notFound(`There is nothing at ${quote(ctx.path)}; the reference is at ${root}`);
    }
    if (!methods.includes(ctx.method)) {
      throw methodNotAllowed(ctx.method, methods);
    }
    return found.then(({type, body, etag}) => {
      ctx.set(headers);
      if (ctx.path === '/') {
        ctx.vary('Accept');
      }
      ctx.etag = etag;
      ctx.status = 200; // Koa's freshness check requires a 2xx status
      if (ctx.fresh) {
        ctx.status = 304;
      } else {
        send(ctx, type, body);
      }
    });
  };
}
