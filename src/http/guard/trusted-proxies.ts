import {addressesIn, isRange} from '../../preload/hosts.js';

/** Names for address ranges, the same as in Express. */
const ranges: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
  all: ['0.0.0.0/0', '::/0'],
};

export const proxyForms = `an address, a range such as 10.0.0.0/8, or one of ${Object.keys(ranges).join(', ')}`;

export const isProxyName = (text: string): boolean => Object.hasOwn(ranges, text) || isRange(text);

/** @param address in a socket's format */
export type IsTrusted = (address: string) => boolean;

/** @param names validated with `isProxyName` */
export const trustedProxies = (names: readonly string[]): IsTrusted =>
  addressesIn(names.flatMap(name => ranges[name] ?? [name]));
