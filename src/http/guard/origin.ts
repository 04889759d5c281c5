import type {Context, Middleware} from 'koa';
import {forbidden} from '../../errors.js';
import {quote} from '../../schema/fields.js';
import type {RequestState} from '../request-state.js';

/** The origin to which a request was sent: `http://127.0.0.1:4080`. */
export function originOf(ctx: Context & {readonly state: Partial<RequestState>}): string {
  const {origin} = ctx.state;
  if (origin !== undefined) {
    return origin;
  }
  const {localAddress, localPort} = ctx.req.socket;
  const scheme = 'encrypted' in ctx.req.socket ? 'https' : 'http';
  return `${scheme}://${ctx.get('Host') || `${localAddress}:${localPort}`}`;
}

const withoutScheme = (origin: string) => origin.replace(/^https?:\/\//, '');

/**
 * The origin of the page that sent a request, unless it is the sandbox's own origin as the client sees it, which a
 * trusted proxy may report. Other clients than browsers send no origin.
 */
export function foreignOrigin(ctx: Context): string | undefined {
  const {origin} = ctx.req.headers;
  return origin === undefined || withoutScheme(origin) === withoutScheme(originOf(ctx)) ? undefined : origin;
}

/**
 * Rejects admin requests from web pages, even with `--cors`: a page must not reset a developer's data.
 * @param what the resource, with which the error message begins
 * @throws ApiError, a 403
 */
export function refuseForeignOrigin(ctx: Context, what: string): void {
  const origin = foreignOrigin(ctx);
  if (origin !== undefined) {
    throw forbidden(`${what} does not answer to pages of another origin; this one is ${quote(origin)}`);
  }
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Rejects cross-origin writes. Without a preflight, a page can post a form, or a body without a type, to any address,
 * and the URL may contain a key. The page can't read the response, but the data would change.
 */
export const refuseForeignWrites: Middleware = (ctx, next) => {
  const origin = reading.has(ctx.method) ? undefined : foreignOrigin(ctx);
  if (origin !== undefined) {
    throw forbidden(
      `The sandbox takes no writes from pages of another origin; this one is ${quote(origin)}; start it with --cors to take them`,
    );
  }
  return next();
};

/** Response headers that clients need and that CORS hides by default. */
const exposed = 'Allow, Retry-After, WWW-Authenticate, X-Sandbox-Fault, X-Sandbox-Override';

/** Handles CORS requests and preflights; only used with `--cors`. */
export const allowOrigins: Middleware = (ctx, next) => {
  ctx.set('Access-Control-Allow-Origin', '*');
  if (ctx.method !== 'OPTIONS' || ctx.get('Access-Control-Request-Method') === '') {
    ctx.set('Access-Control-Expose-Headers', exposed);
    return next();
  }
  ctx.set('Access-Control-Allow-Methods', 'GET, POST, PATCH, PUT, DELETE');
  ctx.set('Access-Control-Allow-Headers', ctx.get('Access-Control-Request-Headers') || 'Authorization, Content-Type');
  ctx.set('Access-Control-Max-Age', '600');
  ctx.status = 204;
  return undefined;
};
