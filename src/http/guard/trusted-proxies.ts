import type {IncomingHttpHeaders} from 'node:http';
import {BlockList, isIP} from 'node:net';
import type {Middleware} from 'koa';
import {badRequest} from '../../errors.js';
import {quote} from '../../schema/fields.js';
import type {RequestState} from '../request-state.js';
import type {CheckName} from './host.js';
import {isHost} from './target.js';

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

interface Forwarded {
  readonly proto?: string | undefined;
  readonly host?: string | undefined;
}

/**
 * Reads a request's proxy headers. Each proxy appends an entry on the right, so anyone can forge the entries to the
 * left of the first untrusted one. If there is a `Forwarded` header (RFC 7239), the older headers are ignored.
 * @throws a 400 if `Forwarded` is malformed
 */
async function readForwarded(headers: IncomingHttpHeaders, isTrusted: IsTrusted): Promise<Forwarded> {
  const {forwarded} = headers;
  if (forwarded !== undefined) {
    const elements = await parse(forwarded);
    return (
      outermost(
        elements,
        hopsOf(
          elements.map(element => element['for'] ?? ''),
          isTrusted,
        ),
      ) ?? {}
    );
  }
  const hops = hopsOf(listIn(headers, 'x-forwarded-for'), isTrusted);
  return {
    proto: outermost(listIn(headers, 'x-forwarded-proto'), hops),
    host: outermost(listIn(headers, 'x-forwarded-host'), hops),
  };
}

async function parse(header: string): Promise<ReadonlyArray<Readonly<Record<string, string>>>> {
  const {default: parseForwarded} = await import('forwarded-parse'); // most sandboxes never receive the header
  try {
    return parseForwarded(header);
  } catch (error) {
    throw badRequest(`The header Forwarded can't be read: ${(error as Error).message}`);
  }
}

/** Reads a list header. A proxy that overwrites it leaves a single value. */
function listIn(headers: IncomingHttpHeaders, name: string): readonly string[] {
  const list = [headers[name] ?? ''].flat().join(',');
  return list.trim() === '' ? [] : list.split(',').map(value => value.trim());
}

/** Counts the trusted proxies. @param senders the sender of each hop except the last, which the socket knows */
function hopsOf(senders: readonly string[], isTrusted: IsTrusted): number {
  let hops = 1;
  while (hops <= senders.length && isTrusted(withoutPort(senders[senders.length - hops]!))) {
    hops += 1;
  }
  return hops;
}

/** `[2001:db8::1]:4711`, `192.0.2.1:4711` and plain addresses. */
function withoutPort(sender: string): string {
  const [, bracketed] = /^\[([^\]]*)\]/.exec(sender) ?? [];
  return bracketed ?? (isIP(sender) === 0 ? sender.replace(/:\w*$/, '') : sender);
}

const outermost = <T>(list: readonly T[], hops: number): T | undefined => list[Math.max(0, list.length - hops)];

/** Names for address ranges, the same as in Express. */
const ranges: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
  all: ['0.0.0.0/0', '::/0'],
};

export const proxyForms = `an address, a range such as 10.0.0.0/8, or one of ${Object.keys(ranges).join(', ')}`;

export const isProxyName = (text: string): boolean => Object.hasOwn(ranges, text) || readRange(text) !== undefined;

/** @param address in a socket's format */
export type IsTrusted = (address: string) => boolean;

/** @param names validated with `isProxyName` */
export function trustedProxies(names: readonly string[]): IsTrusted {
  const trusted = new BlockList();
  for (const text of names.flatMap(name => ranges[name] ?? [name])) {
    const {address, bits, family} = readRange(text)!;
    trusted.addSubnet(address, bits, family);
  }
  return sent => {
    const address = plainAddress(sent);
    return isIP(address) !== 0 && trusted.check(address, familyOf(address));
  };
}

const familyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** `10.0.0.0/8`, or a single address. */
function readRange(text: string) {
  const [written = '', size, ...more] = text.split('/');
  const address = plainAddress(written);
  const most = isIP(address) === 4 ? 32 : 128;
  const bits = size === undefined ? most : /^\d{1,3}$/.test(size) ? Number(size) : Number.NaN;
  // For an IPv4-mapped address, the prefix length is ambiguous.
  const isClear = address === written || size === undefined;
  return isIP(address) !== 0 && bits <= most && more.length === 0 && isClear
    ? ({address, bits, family: familyOf(address)} as const)
    : undefined;
}

/** A dual-stack socket reports IPv4 as `::ffff:127.0.0.1`, and appends the zone to a link-local address. */
const plainAddress = (address: string) => address.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '');
