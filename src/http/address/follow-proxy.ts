import type {Middleware} from 'koa';
import {badRequest} from '../../errors.js';
import {quote} from '../../schema/fields.js';
import type {RequestState} from '../request-state.js';
import type {CheckName} from '../security/check-host.js';
import {isHost} from '../target/host-name.js';
import {readForwarded} from './forwarded-headers.js';
import type {IsTrusted} from './trusted-proxies.js';

/**
 * Takes the address that a client asked at from the headers of a proxy that is trusted; of anyone else they are not
 * looked at. The name in them must be one that the sandbox answers to, like that in `Host`: where all of this machine
 * is trusted, a page on the web that points a name of its own here could write them, too.
 */
export function followProxy(isTrusted: IsTrusted, checkName: CheckName): Middleware<RequestState> {
  return async (ctx, next) => {
    if (isTrusted(ctx.req.socket.remoteAddress ?? '')) {
      const {proto = 'http', host = ''} = await readForwarded(ctx.req.headers, isTrusted);
      if (host !== '') {
        checkHost(host, checkName);
      }
      ctx.state.origin = originOf(proto, host || ctx.get('Host'));
    }
    return next();
  };
}

/** What only ends like a name that is let in is none: `evil.example/x.localhost`. */
function checkHost(host: string, checkName: CheckName): void {
  if (!isHost(host)) {
    throw badRequest(`A proxy says that the host is ${quote(host)}; the name of a host is expected, or an address`);
  }
  checkName(host);
}

/** As a browser writes it: without the port that the scheme has anyway. */
function originOf(proto: string, host: string): string | undefined {
  if (!/^https?$/i.test(proto)) {
    throw badRequest(`A proxy says that the scheme is ${quote(proto)}; it must be http or https`);
  }
  const url = `${proto.toLowerCase()}://${host}`;
  return URL.canParse(url) ? new URL(url).origin : undefined;
}
