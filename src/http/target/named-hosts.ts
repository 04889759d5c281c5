import type {Middleware} from 'koa';
import {type Way, wayOf} from '../../intercept/connection.js';
import {hostName, isOneOf, withoutPort} from '../../preload/hosts/host-name.js';
import type {RequestState} from '../request-state.js';

/**
 * Responds as the intercepted hosts: `next_link` names them, with https, whatever carried the request.
 * @param onRequest called for each request to the API
 */
export function namedHosts(hosts: readonly string[], onRequest: (way: Way) => void): Middleware<RequestState> {
  return async (ctx, next) => {
    const host = withoutPort(ctx.get('Host'));
    if (!isOneOf(hosts, host)) {
      return next();
    }
    const way = wayOf(ctx.req.socket);
    ctx.state.origin = `https://${hostName(host)}`;
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
