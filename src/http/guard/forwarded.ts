import type {IncomingHttpHeaders} from 'node:http';
import {isIP} from 'node:net';
import {badRequest} from '../../errors.js';
import {quote} from '../../schema/fields.js';
import type {RequestStep} from '../request-state.js';
import {type CheckName, isHost} from './target.js';
import type {IsTrusted} from './trusted-proxies.js';

/**
 * Reads the client's origin from a trusted proxy's headers, and ignores those headers from anyone else. Their host must
 * be allowed, like the one in `Host`: if this whole machine is trusted, a web page whose name resolves to it (DNS
 * rebinding) could send them too.
 */
export function followProxy(isTrusted: IsTrusted, checkName: CheckName): RequestStep {
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

/** Rejects `evil.example/x.localhost`, which merely ends like an allowed name. */
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

/**
 * Parses a request's proxy headers. Each proxy appends an entry on the right, so anyone can forge the entries to the
 * left of the first untrusted one. If there is a `Forwarded` header (RFC 7239), the older headers are ignored.
 * @throws a 400 if `Forwarded` is malformed
 */
async function readForwarded(headers: IncomingHttpHeaders, isTrusted: IsTrusted) {
  const elements = headers.forwarded === undefined ? undefined : await parse(headers.forwarded);
  const values = (name: string) => elements?.map(element => element[name]) ?? listIn(headers, `x-forwarded-${name}`);
  const senders = values('for'); // each hop except the last, which the socket knows
  const trusted = senders.length - senders.findLastIndex((sender = '') => !isTrusted(withoutPort(sender)));
  const [proto, host] = [values('proto'), values('host')].map(list => list[Math.max(0, list.length - trusted)]);
  return {proto, host};
}

async function parse(header: string): Promise<ReadonlyArray<Readonly<Record<string, string>>>> {
  const {default: parseForwarded} = await import('forwarded-parse'); // most sandboxes never receive the header
  try {
    return parseForwarded(header);
  } catch (error) {
    throw badRequest(`The header Forwarded can't be read: ${(error as Error).message}`);
  }
}

/** Parses a list header. A proxy that overwrites it leaves a single value. */
function listIn(headers: IncomingHttpHeaders, name: string): readonly string[] {
  const list = [headers[name] ?? ''].flat().join(',');
  return list.trim() === '' ? [] : list.split(',').map(value => value.trim());
}

/** `[2001:db8::1]:4711`, `192.0.2.1:4711` and plain addresses. */
function withoutPort(sender: string): string {
  const [, bracketed] = /^\[([^\]]*)\]/.exec(sender) ?? [];
  return bracketed ?? (isIP(sender) === 0 ? sender.replace(/:\w*$/, '') : sender);
}
