import type {HostList} from './host-list.js';
import {isLoopback} from './near-addresses.js';

/** Returns the error for a host that an isolated run refuses. The port is undefined if the host is only looked up. */
export const isolationError = (host: string, port: number | undefined, allowed: HostList): string | undefined =>
  isLoopback(host) || allowed.names(host, port)
    ? undefined
    : `${host} is none of the hosts that --isolate lets through; --allow ${host} adds it`;
