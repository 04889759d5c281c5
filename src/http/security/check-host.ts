import {isIP} from 'node:net';
import {hostname} from 'node:os';
import type {Middleware} from 'koa';
import {badRequest, forbidden} from '../../errors.js';
import {hostWithoutKey} from '../../exchanges/redact.js';
import {hostName, withoutPort} from '../../preload/hosts/host-name.js';
import {quote} from '../../schema/fields.js';

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
