import {isIP} from 'node:net';

/** A name or an address, and an optional port: no other part of a URL. */
const hostForm = /^(?:\[([\d.:a-f]{2,45})\]|[\w.-]{1,253})(?::(\d{0,5}))?$/i;

const largestPort = 65_535;

/** True if a Host header names a host. `evil.example/x.localhost` does not, although it ends like an allowed name. */
export function isHost(host: string): boolean {
  const [whole, address, port = ''] = hostForm.exec(host) ?? [];
  return whole !== undefined && (address === undefined || isIP(address) === 6) && Number(port) <= largestPort;
}
