import {BlockList, isIP} from 'node:net';

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
