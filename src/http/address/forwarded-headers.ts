import type {IncomingHttpHeaders} from 'node:http';
import {isIP} from 'node:net';
import {badRequest} from '../../errors.js';
import type {IsTrusted} from './trusted-proxies.js';

export interface Forwarded {
  readonly proto?: string | undefined;
  readonly host?: string | undefined;
}

/**
 * Reads a request's proxy headers. Each proxy appends an entry on the right, so anyone can forge the entries to the
 * left of the first untrusted one. If there is a `Forwarded` header (RFC 7239), the older headers are ignored.
 * @throws a 400 if `Forwarded` is malformed
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
