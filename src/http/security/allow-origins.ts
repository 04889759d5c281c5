import type {Middleware} from 'koa';

/** What a page may read of a reply besides what it always may: what a client acts on. */
const exposed = 'Allow, Retry-After, WWW-Authenticate, X-Sandbox-Fault';

/** Answers a browser's cross-origin requests and the preflights before them; only used where it was asked for. */
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
