import {isNamed} from '../redirect/named.js';
import type {Setting} from '../redirect/setting.js';

/** The sandbox's address, and what it was read from: a test suite may set it after this was loaded. */
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

/**
 * Does a request go to the sandbox?
 * @param host as in a URL: `127.0.0.1:4080`
 */
export const isWatched = (host: string, setting: Setting | undefined): boolean =>
  sandboxHosts().includes(host) || (setting !== undefined && isNamed(host.split(':', 1)[0], setting));
