import {BlockList, isIP} from 'node:net';
import {domainToASCII} from 'node:url';

/**
 * Normalizes a host's name for comparison: lower case, without the root dot, and with international labels encoded.
 * `API.Example.com.` becomes `api.example.com`.
 */
export function hostName(written: string): string {
  // The encoder stops at a character such as a slash.
  const isInternational = /\P{ASCII}/u.test(written) && !/[^\w.*\-\P{ASCII}]/u.test(written);
  const ascii = isInternational ? domainToASCII(written) || written : written;
  return ascii.toLowerCase().replace(/\.$/, '');
}

/** The host of an authority such as a Host header, without its port and without the brackets of an address. */
export function withoutPort(authority: string): string {
  const start = authority.lastIndexOf('@') + 1; // keeps user information
  const host = authority.slice(start).replace(/^([^:[\]]+|\[[^[\]]*\]):\d*$/, '$1');
  return (authority.slice(0, start) + host).replace(/^\[|\]$/g, '');
}

/**
 * Compares a name with hosts in the form of `hostName`. A subdomain is another host; `*.example.com` matches every host
 * below `example.com`, but not that host itself.
 */
export function isOneOf(hosts: readonly string[], written: string): boolean {
  const name = hostName(written);
  return hosts.some(host => host === name || (host.startsWith('*.') && name.slice(1).endsWith(host.slice(1))));
}

export const parentOf = (host: string): string => host.slice(host.indexOf('.') + 1);

/** True for `com` or `co.uk`: the names below belong to different owners. */
export const isRegistry = (name: string): boolean => /^(?:(?:ac|co|com|edu|gov|net|org)\.[a-z]{2}|[^.]+)$/.test(name);

const familyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** Normalizes the address of a dual-stack socket: IPv4 as `::ffff:127.0.0.1`, or a link-local address with a zone. */
const plainAddress = (address: string): string => address.split('%', 1)[0]!.replace(/^::ffff:(?=[\d.]+$)/i, '');

/** Parses `10.0.0.0/8`, or a single address. */
function readRange(text: string) {
  const [written = '', size, ...more] = text.split('/');
  const address = plainAddress(written);
  const maxBits = isIP(address) === 4 ? 32 : 128;
  const bits = size === undefined ? maxBits : /^\d{1,3}$/.test(size) ? Number(size) : Number.NaN;
  // For an IPv4-mapped address, the prefix length is ambiguous.
  const isClear = address === written || size === undefined;
  return isIP(address) !== 0 && bits <= maxBits && more.length === 0 && isClear
    ? ([address, bits, familyOf(address)] as const)
    : undefined;
}

export const isRange = (text: string): boolean => readRange(text) !== undefined;

/** Returns a function that checks addresses against ranges, in a socket's format; it ignores invalid words. */
export function addressesIn(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const range of ranges.map(readRange)) {
    if (range !== undefined) {
      list.addSubnet(...range);
    }
  }
  return written => {
    const address = plainAddress(written);
    return isIP(address) !== 0 && list.check(address, familyOf(address));
  };
}

const isLoopbackAddress = addressesIn(['127.0.0.0/8', '0.0.0.0', '::1', '::']);

/** Private networks and the metadata services of clouds. */
const privateIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
];

/** NAT64 appends an IPv4 address to its prefix. Behind NAT64, public hosts have such addresses too. */
const behindNat64 = privateIpv4.map(range => {
  const [address, bits] = range.split('/');
  return `64:ff9b::${address}/${96 + Number(bits)}`;
});

/** Private networks of IPv6, local NAT64, and older notations and tunnels for IPv4 in IPv6. */
const privateIpv6 = [
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  '64:ff9b:1::/48',
  '::/96',
  '::ffff:0:0:0/96',
  '2002::/16',
  '2001::/32',
];

/** The list treats `::ffff:a00:1` as 10.0.0.1. */
const isPrivate = addressesIn([...privateIpv4, ...behindNat64, ...privateIpv6]);

const isLocalName = (host: string): boolean => /(?:^|\.)localhost$/.test(hostName(host));

export const isLoopback = (host: string): boolean => isLocalName(host) || isLoopbackAddress(host);

/** Includes this machine and private networks. */
export const isNear = (address: string): boolean => isLoopbackAddress(address) || isPrivate(address);

/** Maximum characters to read from a list. */
const maxLength = 65_536;

export const wordsOf = (list: string): string[] =>
  list
    .slice(0, maxLength)
    .toLowerCase()
    .split(/[\s,]/)
    .filter(word => word !== '');

/** A name includes its subdomains. An entry without a port matches all ports. */
interface HostEntry {
  readonly name: string;
  readonly port: string | undefined;
}

/**
 * A list of hosts in the format of `NO_PROXY`: names, which include their subdomains (`example.com`, `.example.com`,
 * `*.example.com`), addresses, ranges such as `10.0.0.0/8`, each with an optional port, and `*` for all.
 */
export class HostList {
  readonly #entries: readonly HostEntry[];
  readonly #hasAddress: (address: string) => boolean;
  readonly #isAll: boolean;

  constructor(written: readonly string[]) {
    const words = written.flatMap(wordsOf);
    const isRangeOfMany = (word: string) => word.includes('/') && isRange(word);
    this.#isAll = words.includes('*');
    this.#hasAddress = addressesIn(words.filter(isRangeOfMany));
    this.#entries = words.filter(word => !isRangeOfMany(word)).map(entryOf);
  }

  /**
   * @param name a host's name or address, without brackets
   * @param port any port of the host, if undefined
   */
  names(name: string, port?: number): boolean {
    const host = hostName(name);
    return this.#isAll || this.#entries.some(entry => isMeant(entry, host, port)) || this.#hasAddress(host);
  }
}

function entryOf(word: string): HostEntry {
  const colon = word.lastIndexOf(':');
  const after = word.slice(colon + 1);
  // An IPv6 address contains colons, so its port must follow brackets.
  const hasPort = colon >= 0 && /^\d{1,5}$/.test(after) && (word.indexOf(':') === colon || word[colon - 1] === ']');
  const name = hasPort ? word.slice(0, colon) : word;
  return {name: hostName(name.replace(/^\[|\]$/g, '').replace(/^\*?\./, '')), port: hasPort ? after : undefined};
}

const isMeant = ({name, port}: HostEntry, host: string, requested: number | undefined): boolean =>
  name !== '' &&
  (port === undefined || requested === undefined || port === `${requested}`) &&
  (host === name || host.endsWith(`.${name}`));

/** Returns the error for a host that an isolated run rejects. The port is undefined for a DNS lookup. */
export const isolationError = (host: string, port: number | undefined, allowed: HostList): string | undefined =>
  isLoopback(host) || allowed.names(host, port)
    ? undefined
    : `${host} is none of the hosts that --isolate lets through; --allow ${host} adds it`;

const label = /^[a-z\d-]{1,63}$/i;

const isLabel = (text: string) => label.test(text) && !text.startsWith('-') && !text.endsWith('-');

/** Characters. */
const longestName = 253;

/**
 * An intercepted host must have a dot: addresses have no certificates, and names without a dot are local to this
 * machine or its network.
 */
function isHostName(text: string): boolean {
  const name = text.length <= longestName ? hostName(text) : '';
  const labels = name.split('.');
  return name.length <= longestName && labels.length > 1 && labels.every(isLabel) && /^[a-z]/i.test(labels.at(-1)!);
}

/** True for `*.example.com`. */
const isPattern = (text: string): boolean =>
  text.startsWith('*.') && isHostName(text.slice(2)) && !isRegistry(hostName(text.slice(2)));

export const hostForm = 'the name of a host, such as api.example.com';

/** Returns the requirement that a text does not meet as a name of intercepted hosts; undefined if it is valid. */
export function hostConflict(text: string): string | undefined {
  if (isLocalName(text)) {
    return 'a host other than localhost and the names below it, which curl and others reach without a proxy';
  }
  if (!text.includes('*')) {
    return isHostName(text) ? undefined : hostForm;
  }
  const meant = text.replace(/^.*\*\.?/, '*.');
  return isPattern(text) ? undefined : `${hostForm}, or *. and a domain: ${isPattern(meant) ? meant : '*.example.com'}`;
}
