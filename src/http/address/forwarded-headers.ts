import type {IncomingHttpHeaders} from 'node:http';
import {isIP} from 'node:net';
import {badRequest} from '../../errors.js';
import type {IsTrusted} from './trusted-proxies.js';

/** How a client's request came to the first of the trusted proxies, as far as that one says. */
export interface Forwarded {
  readonly proto?: string | undefined;
  readonly host?: string | undefined;
}

/**
 * What the trusted proxies say of a request. Each proxy adds itself on the right: what stands left of the first that is
 * not trusted was written by anyone. Where there is a `Forwarded` (RFC 7239), the older headers are not looked at.
 * @throws a 400 where `Forwarded` can't be read
 */
export async function readForwarded(headers: IncomingHttpHeaders, isTrusted: IsTrusted): Promise<Forwarded> {
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
  const {default: parseForwarded} = await import('forwarded-parse'); // most sandboxes never see the header
  try {
    return parseForwarded(header);
  } catch (error) {
    throw badRequest(`The header Forwarded can't be read: ${(error as Error).message}`);
  }
}

/** A header that is a list; where a proxy writes it anew, there is one value. */
function listIn(headers: IncomingHttpHeaders, name: string): readonly string[] {
  const list = [headers[name] ?? ''].flat().join(',');
  return list.trim() === '' ? [] : list.split(',').map(value => value.trim());
}

/** Through how many trusted proxies a request came. @param senders of each step but the last, which is the socket's */
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
