import {domainToASCII} from 'node:url';

/**
 * Returns the one form of a host's name that names are compared in: lower case, without the root dot, and with
 * international labels encoded. `API.Example.com.` becomes `api.example.com`.
 */
export function hostName(written: string): string {
  // The encoder reads no further than a mark such as a slash.
  const isInternational = /\P{ASCII}/u.test(written) && !/[^\w.\-\P{ASCII}]/u.test(written);
  const ascii = isInternational ? domainToASCII(written) || written : written;
  return ascii.toLowerCase().replace(/\.$/, '');
}

/** The host in an authority such as a Host header: without its port, and without the brackets of an address. */
export function withoutPort(authority: string): string {
  const start = authority.lastIndexOf('@') + 1; // user information stays
  const host = authority.slice(start).replace(/^([^:[\]]+|\[[^[\]]*\]):\d*$/, '$1');
  return (authority.slice(0, start) + host).replace(/^\[|\]$/g, '');
}

/** Compares a name with hosts in the form of `hostName`. A subdomain is another host. */
export const isOneOf = (hosts: readonly string[], written: string): boolean => hosts.includes(hostName(written));
