import {hostname, networkInterfaces} from 'node:os';

/** An address that listens everywhere is asked on this machine. */
export const reachable = (url: string) => url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');

/** Whether what listens there can be reached from other machines, by every address of this one. */
export const isEverywhere = (host: string) => ['0.0.0.0', '::', '[::]'].includes(host);

/** The address of a sandbox that listens there. */
export const urlAt = (host: string, port: number) =>
  reachable(`http://${host.includes(':') ? `[${host}]` : host}:${port}`);

/** Whether what listens there is a process of this machine, as far as its name tells. */
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
