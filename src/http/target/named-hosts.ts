import type {Middleware} from 'koa';
import {type Way, wayOf} from '../../intercept/connection.js';
import type {RequestState} from '../request-state.js';

/**
 * Answers as hosts that clients were led here for: `next_link` names them, with https, whatever carried the request.
 * @param onRequest told of each request to the service's interface, and how it came
 */
export function namedHosts(hosts: readonly string[], onRequest: (way: Way) => void): Middleware<RequestState> {
  const names = new Set(hosts);
  return async (ctx, next) => {
    const [name = ''] = ctx.get('Host').toLowerCase().split(':', 1);
    if (!names.has(name)) {
      return next();
    }
    const way = wayOf(ctx.req.socket);
    ctx.state.origin = `https://${name}`;
    ctx.state.isIntercepted = true;
    try {
      await next();
    } finally {
      if ((ctx.state.surface ?? 'api') === 'api') {
        onRequest(way);
      }
    }
  };
}
