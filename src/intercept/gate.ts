import {type LookupAddress, type LookupOptions, lookup} from 'node:dns';
import type {ServerResponse} from 'node:http';
import type {LookupFunction, Socket} from 'node:net';
import {HostList, isLoopback, isNear, isolationError} from '../preload/hosts.js';
import type {ReachCounter} from './reach-counter.js';

interface GateOptions {
  /** Hosts that are always allowed, in `NO_PROXY` format. */
  readonly allow: readonly string[];
  /** Rejects all hosts except this machine and the allowed ones. */
  readonly isolate: boolean;
  /** The user's own `NO_PROXY`. */
  readonly direct: string;
}

/** Its message is written for the client. */
class RefusedHost extends Error {}

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

/** An error response: a status and a one-line message. */
type Refusal = readonly [status: number, text: string];

/** Returns the error for an unreachable host, and counts a rejected one. */
export function refusalFor(host: string, error: unknown, counter: ReachCounter): Refusal {
  if (error instanceof RefusedHost) {
    counter.refused(host);
    return [403, error.message];
  }
  return [502, `${host} cannot be reached: ${(error as Error).message}`];
}

const headers = {'content-type': 'text/plain; charset=utf-8', connection: 'close'};

export function refuseRequest(response: ServerResponse, [status, text]: Refusal): void {
  response.writeHead(status, headers);
  response.end(`crm-sandbox: ${text}\n`);
}

/** The longest reason phrase. When a tunnel fails, clients show the reason phrase but not the body. */
const longestReason = 200;

export function refuseTunnel(socket: Socket, [status, text]: Refusal): void {
  const body = `crm-sandbox: ${text}\n`;
  const lines = [
    `HTTP/1.1 ${status} ${text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, longestReason)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}
