import {isIP} from 'node:net';

/** A name or an address, and perhaps a port: nothing of a URL besides. */
const hostForm = /^(?:\[([\d.:a-f]{2,45})\]|[\w.-]{1,253})(?::\d{0,5})?$/i;

/** Whether a Host header names a host. What only ends like a name that is let in is none: `evil.example/x.localhost`. */
export function isHost(host: string): boolean {
  const found = hostForm.exec(host);
  return found !== null && (found[1] === undefined || isIP(found[1]) === 6);
}
