import type {Setting} from './setting.js';

/** Is it one of the hosts, or below one of them? Case and the dot of the root make no other name. */
export function isNamed(host: unknown, {hosts}: Pick<Setting, 'hosts'>): host is string {
  if (typeof host !== 'string') {
    return false;
  }
  const name = host.toLowerCase().replace(/\.$/, '');
  return hosts.some(named => name === named || name.endsWith(`.${named}`));
}
