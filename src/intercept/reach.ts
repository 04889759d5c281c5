import {request as httpRequest, type RequestOptions} from 'node:http';
import {request as httpsRequest} from 'node:https';
import {connect, type Socket} from 'node:net';
import {HostList} from '../preload/hosts.js';
import type {Gate} from './gate.js';

interface Upstream {
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
  /** The value of the header `Proxy-Authorization`, if any. */
  readonly authorization: string | undefined;
}

/** A proxy, a direct connection, or an unsupported kind of proxy. */
export type Route = Upstream | 'straight' | 'unknown';

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads a variable as most clients do: the lower-case name takes precedence. */
const read = (environment: Environment, name: string) =>
  environment[name.toLowerCase()] || environment[name.toUpperCase()] || undefined;

export class Routes {
  readonly #direct: HostList;
  readonly #proxies: Readonly<Record<'http' | 'https', Upstream | 'unknown' | undefined>>;

  constructor(environment: Environment) {
    this.#direct = new HostList([read(environment, 'no_proxy') ?? '']);
    const other = read(environment, 'all_proxy');
    this.#proxies = {
      http: upstreamAt(read(environment, 'http_proxy') ?? other),
      https: upstreamAt(read(environment, 'https_proxy') ?? other),
    };
  }

  to(scheme: 'http' | 'https', host: string, port: number): Route {
    return this.#direct.names(host, port) ? 'straight' : (this.#proxies[scheme] ?? 'straight');
  }
}

function upstreamAt(written: string | undefined): Upstream | 'unknown' | undefined {
  if (written === undefined) {
    return undefined;
  }
  const text = written.includes('://') ? written : `http://${written}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    return 'unknown';
  }
  const isTls = url.protocol === 'https:';
  const user = `${decoded(url.username)}:${decoded(url.password)}`;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isTls ? 443 : 80),
    isTls,
    authorization: user === ':' ? undefined : `Basic ${Buffer.from(user).toString('base64')}`,
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Milliseconds to wait for a connection. */
const connectTimeout = 30_000;

interface Destination {
  readonly host: string;
  readonly port: number;
  readonly route: Route;
}

export const unknownProxy = 'The proxy of the environment is none that is spoken here: http:// or https:// is';

/**
 * Connects to another host, through the user's own proxy if one is configured.
 * @param left aborted when the client disconnects
 * @throws RefusedHost if the gate rejects the host; an Error that describes any other failure
 */
export async function reach({host, port, route}: Destination, gate: Gate, left: AbortSignal): Promise<Socket> {
  gate.check(host, port);
  if (route === 'unknown') {
    throw new Error(unknownProxy);
  }
  return route === 'straight' ? straight(host, port, gate, left) : through(route, host, port, left);
}

function straight(host: string, port: number, gate: Gate, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({host, port, lookup: gate.lookup(port), signal});
    socket.setTimeout(connectTimeout, () => socket.destroy(new Error(`${host} does not answer`)));
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

export const toUpstream = ({host, port, authorization}: Upstream): RequestOptions => ({
  host,
  port,
  agent: false,
  timeout: connectTimeout,
  ...(authorization !== undefined && {headers: {'proxy-authorization': authorization}}),
});

function through(upstream: Upstream, host: string, port: number, signal: AbortSignal): Promise<Socket> {
  const path = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const {headers, ...options} = toUpstream(upstream);
  return new Promise((resolve, reject) => {
    const request = (upstream.isTls ? httpsRequest : httpRequest)({
      ...options,
      method: 'CONNECT',
      path,
      headers: {...(headers as object), host: path},
      signal,
    });
    request.on('timeout', () => request.destroy(new Error('The proxy of the environment does not answer')));
    request.on('error', reject);
    const refuse = (status: number | undefined) =>
      reject(new Error(`The proxy of the environment answered ${status} for ${host}`));
    request.on('connect', ({statusCode}, socket, head) => {
      if (statusCode !== 200) {
        socket.destroy();
        refuse(statusCode);
        return;
      }
      if (head.length > 0) {
        socket.unshift(head);
      }
      resolve(socket as Socket);
    });
    request.on('response', response => {
      response.destroy();
      refuse(response.statusCode);
    });
    request.end();
  });
}
