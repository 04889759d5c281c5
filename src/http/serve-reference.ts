import type {Context, Middleware} from 'koa';
import {methodNotAllowed, notFound} from '../errors.js';
import {DocsFiles} from '../pages/reference/page-files.js';
import {quote} from '../schema/fields.js';
import type {RequestState} from './request-state.js';
import {send} from './send.js';

const root = '/docs';
const methods = ['GET', 'HEAD'];

/** Nothing from elsewhere, and no script written into the page; Swagger UI does write styles, and draws with `data:`. */
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
  // Asked for again each time, and by its ETag not sent again: the next sandbox on this port may be another version.
  'Cache-Control': 'no-cache',
};

/** What a browser asks for. A client that asks for `/` has a wrong address, and is told so as everywhere else. */
const isHome = (ctx: Context) =>
  ctx.path === '/' && methods.includes(ctx.method) && ctx.accepts('json', 'html') === 'html';

/**
 * `GET /` in a browser: what this is, and where to go. `GET /docs`, without a key: the reference, in which every operation can be tried. Nothing is compressed: a browser
 * on the same machine would wait longer for that than for the 2 MB themselves, which it asks for once.
 * @param key what the pages send their requests with
 * @param hasConsole whether there is one to point at
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
      ctx.status = 200; // a conditional request is only fresh where there is an answer
      if (ctx.fresh) {
        ctx.status = 304;
      } else {
        send(ctx, type, body);
      }
    });
  };
}
