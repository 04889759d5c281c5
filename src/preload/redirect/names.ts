import {builtin} from '../builtin.js';
import {replace} from '../replace.js';
import {isNamed} from './named.js';
import {refusal} from './refusal.js';
import type {Setting} from './setting.js';

const askingForAddresses = ['lookup', 'resolve', 'resolve4', 'resolve6', 'resolveAny'] as const;

/**
 * A client that looks up a host by itself would connect to the address, of which nobody knows whose it is. Connections
 * that are redirected look up nothing.
 */
export function refuseNames(setting: Setting): void {
  const why = 'its address is not asked for: connect to it by its name';
  const dns = builtin<typeof import('node:dns')>('node:dns');
  for (const name of askingForAddresses) {
    for (const owner of [dns, dns.Resolver.prototype]) {
      replace(
        owner as Owner,
        name,
        original =>
          function (...values) {
            const callback = values.at(-1);
            if (!isNamed(values[0], setting) || typeof callback !== 'function') {
              return original.apply(this, values);
            }
            process.nextTick(callback as (error: Error) => void, refusal(values[0], why));
            return {};
          },
      );
    }
    for (const owner of [dns.promises, dns.promises.Resolver.prototype]) {
      replace(
        owner as Owner,
        name,
        original =>
          function (...values) {
            return isNamed(values[0], setting) ? Promise.reject(refusal(values[0], why)) : original.apply(this, values);
          },
      );
    }
  }
}

type Owner = Record<(typeof askingForAddresses)[number], unknown>;
