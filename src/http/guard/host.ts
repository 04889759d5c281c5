import {isIP} from 'node:net';
import {hostname} from 'node:os';
import type {Middleware} from 'koa';
import {badRequest, forbidden} from '../../errors.js';
import {hostWithoutKey} from '../../exchanges/redact.js';
import {type Way, wayOf} from '../../intercept/connection.js';
import {hostName, isOneOf, withoutPort} from '../../preload/hosts.js';
import {quote} from '../../schema/fields.js';
import type {RequestState} from '../request-state.js';

/** @throws a 403 for a host that is not allowed, with or without a port */
export type CheckName = (host: string) => void;

/**
 * Accepts only this machine's own host names and the allowed ones. A web page could otherwise point its own name at
 * 127.0.0.1 (DNS rebinding) and reach the sandbox from a developer's browser; a numeric address can't be rebound.
 */
export function checkHost(checkName: CheckName): Middleware {
  return (ctx, next) => {
    const {host = ''} = ctx.req.headers;
    if (host !== '') {
      checkName(host);
    } else if (ctx.req.httpVersion !== '1.0') {
      throw badRequest('The request has no Host header');
    }
    return next();
  };
}

/** The host machine's name in a container. */
const dockerHost = 'host.docker.internal';

/** @param allowed names in addition to this machine's own; `*` allows any */
export function namesOf(allowed: readonly string[]): CheckName {
  if (allowed.includes('*')) {
    return () => undefined;
  }
  const own = hostname().toLowerCase();
  const names = new Set(['localhost', dockerHost, own, `${own}.local`, ...allowed.map(hostName)]);
  let accepted = ''; // most clients send the same name again and again
  return host => {
    if (host === accepted) {
      return;
    }
    const name = hostName(withoutPort(host));
    if (!names.has(name) && !name.endsWith('.localhost') && isIP(name) === 0) {
      const shown = hostWithoutKey(name);
      throw forbidden(`The sandbox does not answer to the host ${quote(shown)}; start it with --allow-host ${shown}`);
    }
    accepted = host;
  };
}

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
