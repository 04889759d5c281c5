import {isIP} from 'node:net';
import type {Middleware} from 'koa';
import {badRequest, forbidden} from '../../errors.js';
import {quote} from '../../schema/fields.js';

/**
 * Answers only to names that are this machine's own, or that it was told of. A page on the web can point a name of
 * its own at 127.0.0.1 (DNS rebinding) and would otherwise reach the sandbox from a developer's browser; an address
 * written as numbers can't be rebound.
 */
export function checkHost(allowed: readonly string[]): Middleware {
  const names = new Set(['localhost', ...allowed.map(name => name.toLowerCase())]);
  return (ctx, next) => {
    const {host = ''} = ctx.req.headers;
    if (host === '' && ctx.req.httpVersion !== '1.0') {
      throw badRequest('The request has no Host header');
    }
    const withoutPort = host.replace(/:\d*$/, '');
    if (names.has(withoutPort)) {
      return next();
    }
    const name = withoutPort.replace(/^\[|\]$/g, '').toLowerCase();
    if (host !== '' && !names.has(name) && !name.endsWith('.localhost') && isIP(name) === 0) {
      throw forbidden(`The sandbox does not answer to the host ${quote(name)}; start it with --allow-host ${name}`);
    }
    return next();
  };
}
