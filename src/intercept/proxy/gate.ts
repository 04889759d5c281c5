import {type LookupAddress, type LookupOptions, lookup} from 'node:dns';
import type {LookupFunction} from 'node:net';
import {HostList} from '../../preload/hosts/host-list.js';
import {isolationError} from '../../preload/hosts/isolation.js';
import {isLoopback, isNear} from '../../preload/hosts/near-addresses.js';

export interface GateOptions {
  /** Hosts that are always allowed, in `NO_PROXY` format. */
  readonly allow: readonly string[];
  /** Rejects all hosts except this machine and the allowed ones. */
  readonly isolate: boolean;
  /** The user's own `NO_PROXY`. */
  readonly direct: string;
}

/** Its message is written for the client. */
export class RefusedHost extends Error {}

/** Rejects private hosts that are not explicitly allowed, because every process of this machine can use the proxy. */
export class Gate {
  readonly #allowed: HostList;
  readonly #direct: HostList;
  readonly #isolate: boolean;

  constructor({allow, isolate, direct}: GateOptions) {
    this.#allowed = new HostList(allow);
    this.#direct = new HostList([direct]);
    this.#isolate = isolate;
  }

  /** @throws RefusedHost for a rejected name or address, before any DNS lookup */
  check(host: string, port: number): void {
    const error = this.#isolate ? isolationError(host, port, this.#allowed) : undefined;
    if (error !== undefined) {
      throw new RefusedHost(error);
    }
    this.#checkAddress(host, port, host);
  }

  /** Checks the addresses that DNS returns: a name can resolve to any address. */
  lookup(port: number): LookupFunction {
    return (host, options, told) => {
      lookup(host, {...(options as LookupOptions), all: true}, (error, found) => {
        if (error !== null) {
          told(error, '', 0);
          return;
        }
        try {
          for (const {address} of found) {
            this.#checkAddress(host, port, address);
          }
        } catch (refusal) {
          told(refusal as NodeJS.ErrnoException, '', 0);
          return;
        }
        tell(told, found, options.all === true);
      });
    };
  }

  #checkAddress(host: string, port: number, address: string): void {
    if (
      isNear(address) &&
      !isLoopback(host) &&
      !this.#allowed.names(host, port) &&
      !this.#direct.names(host, port) &&
      !this.#direct.names(address, port)
    ) {
      const place = host === address ? `${host} is` : `${host} is at ${address},`;
      throw new RefusedHost(`${place} an address of a private network; --allow ${host}, or NO_PROXY, lets it through`);
    }
  }
}

function tell(told: Parameters<LookupFunction>[2], found: LookupAddress[], isAll: boolean): void {
  const [first] = found;
  if (isAll) {
    told(null, found);
  } else {
    told(null, first?.address ?? '', first?.family);
  }
}
