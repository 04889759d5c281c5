import {isIP} from 'node:net';
import {hostname} from 'node:os';
import type {Middleware} from 'koa';
import {badRequest, forbidden} from '../../errors.js';
import {hostWithoutKey} from '../../exchanges/redact.js';
import {quote} from '../../schema/fields.js';

/** @throws a 403 for a name, with a port or without, that is not answered to */
export type CheckName = (host: string) => void;

/**
 * Answers only to names that are this machine's own, or that it was told of. A page on the web can point a name of
 * its own at 127.0.0.1 (DNS rebinding) and would otherwise reach the sandbox from a developer's browser; an address
 * written as numbers can't be rebound.
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

/** What a container calls the machine that it runs on. */
const dockerHost = 'host.docker.internal';

/** @param allowed names, besides this machine's own; `*` is any */
export function namesOf(allowed: readonly string[]): CheckName {
  if (allowed.includes('*')) {
    return () => undefined;
  }
  const own = hostname().toLowerCase();
  const names = new Set(['localhost', dockerHost, own, `${own}.local`, ...allowed.map(name => name.toLowerCase())]);
  return host => {
    const withoutPort = host.replace(/:\d*$/, '');
    if (names.has(withoutPort)) {
      return;
    }
    const name = withoutPort.replace(/^\[|\]$/g, '').toLowerCase();
    if (!names.has(name) && !name.endsWith('.localhost') && isIP(name) === 0) {
      const shown = hostWithoutKey(name);
      throw forbidden(`The sandbox does not answer to the host ${quote(shown)}; start it with --allow-host ${shown}`);
    }
  };
}
