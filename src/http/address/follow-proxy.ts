import type {Middleware} from 'koa';
import {badRequest} from '../../errors.js';
import {quote} from '../../schema/fields.js';
import type {RequestState} from '../request-state.js';
import type {CheckName} from '../security/check-host.js';
import {isHost} from '../target/host-name.js';
import {readForwarded} from './forwarded-headers.js';
import type {IsTrusted} from './trusted-proxies.js';

/**
 * Reads the client's origin from a trusted proxy's headers, and ignores those headers from anyone else. The host in
 * them must be allowed, like the one in `Host`: if this whole machine is trusted, a web page whose name points here
 * (DNS rebinding) could send them too.
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

/** Rejects `evil.example/x.localhost`, which only ends like an allowed name. */
function checkHost(host: string, checkName: CheckName): void {
  if (!isHost(host)) {
    throw badRequest(`A proxy says that the host is ${quote(host)}; the name of a host is expected, or an address`);
  }
  checkName(host);
}

/** Formats an origin as browsers do: without the scheme's default port. */
function originOf(proto: string, host: string): string | undefined {
  if (!/^https?$/i.test(proto)) {
    throw badRequest(`A proxy says that the scheme is ${quote(proto)}; it must be http or https`);
  }
  const url = `${proto.toLowerCase()}://${host}`;
  return URL.canParse(url) ? new URL(url).origin : undefined;
}
