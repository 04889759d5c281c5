import {hostName} from '../preload/host-name.js';

const label = /^[a-z\d-]{1,63}$/i;

const isLabel = (text: string) => label.test(text) && !text.startsWith('-') && !text.endsWith('-');

const longest = 253;

/**
 * An intercepted host must have a dot: an address has no certificate, and a name without a dot is local to this machine
 * or its network.
 */
export function isHostName(text: string): boolean {
  const name = text.length <= longest ? hostName(text) : '';
  const labels = name.split('.');
  return name.length <= longest && labels.length > 1 && labels.every(isLabel) && /^[a-z]/i.test(labels.at(-1)!);
}

export const hostForm = 'the name of a host, such as api.example.com';
