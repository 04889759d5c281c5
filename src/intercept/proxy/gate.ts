import {type LookupAddress, type LookupOptions, lookup} from 'node:dns';
import type {LookupFunction} from 'node:net';
import {HostList} from '../../preload/hosts/host-list.js';
import {isolationError} from '../../preload/hosts/isolation.js';
import {isLoopback, isNear} from '../../preload/hosts/near-addresses.js';

export interface GateOptions {
  /** Hosts that may be reached wherever they are, each written as in `NO_PROXY`. */
  readonly allow: readonly string[];
  /** Refuses all hosts but this machine and those that are allowed. */
  readonly isolate: boolean;
  /** The user's own `NO_PROXY`. */
  readonly direct: string;
}

/** Its message is a sentence for the client. */
export class RefusedHost extends Error {}

/** Refuses hosts of private networks unless they are named, because every process of this machine can use the proxy. */
export class Gate {
  readonly #allowed: HostList;
  readonly #direct: HostList;
  readonly #isolate: boolean;

  constructor({allow, isolate, direct}: GateOptions) {
    this.#allowed = new HostList(allow);
    this.#direct = new HostList([direct]);
    this.#isolate = isolate;
  }

  /** @throws RefusedHost for a name or an address that is refused as it is written */
  check(host: string, port: number): void {
    const error = this.#isolate ? isolationError(host, port, this.#allowed) : undefined;
    if (error !== undefined) {
      throw new RefusedHost(error);
    }
    this.#checkAddress(host, port, host);
  }

  /** Looks up names of that host, and refuses their addresses: a name can lead anywhere. */
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
