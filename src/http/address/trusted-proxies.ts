import {BlockList, isIP} from 'node:net';

/** Words for addresses, as Express has them. */
const ranges: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
  all: ['0.0.0.0/0', '::/0'],
};

/** What can name a proxy, for a refusal. */
export const proxyForms = `an address, a range such as 10.0.0.0/8, or one of ${Object.keys(ranges).join(', ')}`;

/** Whether a text names a proxy, or several. */
export const isProxyName = (text: string): boolean => Object.hasOwn(ranges, text) || readRange(text) !== undefined;

/** Whether an address is one of a proxy that is trusted. @param address as a socket tells it */
export type IsTrusted = (address: string) => boolean;

/** @param names each of which `isProxyName` takes */
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

/** `10.0.0.0/8`, or one address. */
function readRange(text: string) {
  const [written = '', size, ...more] = text.split('/');
  const address = plainAddress(written);
  const most = isIP(address) === 4 ? 32 : 128;
  const bits = size === undefined ? most : /^\d{1,3}$/.test(size) ? Number(size) : Number.NaN;
  // Of an address that was written as the other family's, the bits could be meant either way.
  const isClear = address === written || size === undefined;
  return isIP(address) !== 0 && bits <= most && more.length === 0 && isClear
    ? ({address, bits, family: familyOf(address)} as const)
    : undefined;
}

/** A socket that takes both families tells an IPv4 address as `::ffff:127.0.0.1`; a local one names its network, too. */
const plainAddress = (address: string) => address.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '');
