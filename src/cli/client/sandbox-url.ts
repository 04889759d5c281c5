import {hostname, networkInterfaces} from 'node:os';

/** Replaces the wildcard address, to which a client cannot connect on every system. */
export const reachable = (url: string) => url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');

/** True if the host is a wildcard address, which other machines can reach. */
export const isEverywhere = (host: string) => ['0.0.0.0', '::', '[::]'].includes(host);

export const urlAt = (host: string, port: number) =>
  reachable(`http://${host.includes(':') ? `[${host}]` : host}:${port}`);

export function isOfThisMachine(url: string): boolean {
  const name = new URL(url).hostname.replace(/^\[|\]$/g, '');
  const addresses = Object.values(networkInterfaces()).flatMap(all => (all ?? []).map(({address}) => address));
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === hostname().toLowerCase() ||
    /^127\.|^::1$/.test(name) ||
    addresses.includes(name)
  );
}
