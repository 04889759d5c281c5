import {type LookupOptions, lookup} from 'node:dns';
import type {LookupFunction} from 'node:net';
import {HostList, isLoopback, isNear, isolationError} from '../preload/hosts.js';

interface GateOptions {
  /** Hosts that are always allowed, in `NO_PROXY` format. */
  readonly allow: readonly string[];
  /** True to reject all hosts except this machine and the allowed ones. */
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

  constructor(private readonly options: GateOptions) {
    this.#allowed = new HostList(options.allow);
    this.#direct = new HostList([options.direct]);
  }

  /** @throws RefusedHost for a rejected name or address, before any DNS lookup */
  check(host: string, port: number): void {
    const error = this.options.isolate ? isolationError(host, port, this.#allowed) : undefined;
    const refusal = error === undefined ? this.#refusalOf(host, port, host) : new RefusedHost(error);
    if (refusal !== undefined) {
      throw refusal;
    }
  }

  /** Checks the addresses that DNS returns: a name can resolve to any address. */
  lookup(port: number): LookupFunction {
    return (host, options, done) => {
      lookup(host, {...(options as LookupOptions), all: true}, (error, found = []) => {
        const [failure] = [error, ...found.map(({address}) => this.#refusalOf(host, port, address))].filter(Boolean);
        if (failure) {
          done(failure, '', 0);
        } else if (options.all) {
          done(null, found);
        } else {
          done(null, found[0]?.address ?? '', found[0]?.family);
        }
      });
    };
  }

  #refusalOf(host: string, port: number, address: string): RefusedHost | undefined {
    const isAllowed =
      !isNear(address) ||
      isLoopback(host) ||
      this.#allowed.names(host, port) ||
      this.#direct.names(host, port) ||
      this.#direct.names(address, port);
    const subject = host === address ? `${host} is` : `${host} is at ${address},`;
    return isAllowed
      ? undefined
      : new RefusedHost(`${subject} an address of a private network; --allow ${host}, or NO_PROXY, lets it through`);
  }
}
