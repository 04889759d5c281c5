import {isOneOf, withoutPort} from '../hosts/host-name.js';
import type {Run} from '../redirect/setting.js';

/** Read again when the variable changes: a test suite may set it after this file was loaded. */
let read = {url: '', hosts: [] as string[]};

function sandboxHosts(): readonly string[] {
  const url = process.env.CRM_SANDBOX_URL ?? '';
  if (url !== read.url) {
    read = {url, hosts: hostsOf(url)};
  }
  return read.hosts;
}

const loopback = ['127.0.0.1', 'localhost', '[::1]'];

function hostsOf(url: string): string[] {
  try {
    const {host, hostname, port} = new URL(url);
    return loopback.includes(hostname) ? loopback.map(name => (port === '' ? name : `${name}:${port}`)) : [host];
  } catch {
    return [];
  }
}

/** @param host as in a URL: `127.0.0.1:4080` */
export const isWatched = (host: string, runs: readonly Run[]): boolean =>
  sandboxHosts().includes(host) || runs.some(({hosts}) => isOneOf(hosts, withoutPort(host)));
