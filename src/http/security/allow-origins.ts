import type {Middleware} from 'koa';

/** Response headers that clients need and that CORS hides by default. */
const exposed = 'Allow, Retry-After, WWW-Authenticate, X-Sandbox-Fault';

/** Handles CORS requests and preflights; only used with `--cors`. */
export function allowOrigins(): Middleware {
  return (ctx, next) => {
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
}
