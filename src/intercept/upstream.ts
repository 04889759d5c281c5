import {once} from 'node:events';
import {request as httpRequest, type IncomingMessage, type RequestOptions, type ServerResponse} from 'node:http';
import {request as httpsRequest} from 'node:https';
import {connect, type Socket} from 'node:net';
import {HostList} from '../preload/hosts.js';
import type {Gate} from './gate.js';

interface Upstream {
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
  readonly headers: {readonly 'proxy-authorization'?: string};
}

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

  /** @returns undefined for a direct connection. @throws Error for an unsupported kind of proxy */
  to(scheme: 'http' | 'https', host: string, port: number): Upstream | undefined {
    const proxy = this.#direct.names(host, port) ? undefined : this.#proxies[scheme];
    if (proxy === 'unknown') {
      throw new Error('The proxy of the environment is none that is spoken here: http:// or https:// is');
    }
    return proxy;
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
  const user = `${decoded(url.username)}:${decoded(url.password)}`;
  return {
    host: hostOf(url),
    port: portOf(url),
    isTls: url.protocol === 'https:',
    headers: user === ':' ? {} : {'proxy-authorization': `Basic ${Buffer.from(user).toString('base64')}`},
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const hostOf = ({hostname}: URL): string => hostname.replace(/^\[|\]$/g, '');

export const portOf = ({port, protocol}: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80);

export interface Ways {
  readonly gate: Gate;
  readonly routes: Routes;
}

/** Milliseconds to wait for a connection. */
const connectTimeout = 30_000;

/**
 * Connects to another host, through the user's own proxy if one is configured.
 * @param signal aborted when the client disconnects
 * @throws RefusedHost if the gate rejects the host; an Error that describes any other failure
 */
export async function reach(host: string, port: number, {gate, routes}: Ways, signal: AbortSignal): Promise<Socket> {
  gate.check(host, port);
  const upstream = routes.to('https', host, port);
  if (upstream !== undefined) {
    return through(upstream, host, port, signal);
  }
  const socket = connect({host, port, lookup: gate.lookup(port), signal});
  socket.setTimeout(connectTimeout, () => socket.destroy(new Error(`${host} does not answer`)));
  await once(socket, 'connect');
  return socket;
}

async function through(upstream: Upstream, host: string, port: number, signal: AbortSignal): Promise<Socket> {
  const path = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const request = (upstream.isTls ? httpsRequest : httpRequest)({
    ...upstream,
    agent: false,
    timeout: connectTimeout,
    method: 'CONNECT',
    path,
    headers: {...upstream.headers, host: path},
    signal,
  });
  const refusalFor = ({statusCode}: IncomingMessage) =>
    new Error(`The proxy of the environment answered ${statusCode} for ${host}`);
  request.on('timeout', () => request.destroy(new Error('The proxy of the environment does not answer')));
  request.on('response', response => request.destroy(refusalFor(response)));
  request.on('error', () => undefined); // the client may also disconnect later
  request.end();
  const [response, socket, head] = (await once(request, 'connect')) as [IncomingMessage, Socket, Buffer];
  if (response.statusCode !== 200) {
    socket.destroy();
    throw refusalFor(response);
  }
  if (head.length > 0) {
    socket.unshift(head);
  }
  return socket;
}

/** Hop-by-hop headers. RFC 9110, 7.6.1. */
const ofOneStep = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const withoutSteps = <V>(headers: Readonly<Record<string, V>>): Record<string, V> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofOneStep.has(name)));

/** Milliseconds until an idle connection is closed. */
export const idle = 600_000;

/**
 * Forwards a request with an absolute URL, `GET http://host/path`, and its response.
 * @param onError called with an error that occurs before the response has started
 * @throws RefusedHost if the gate rejects the host
 */
export function forward(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  {gate, routes}: Ways,
  onError: (error: Error) => void,
): void {
  const [host, port] = [hostOf(url), portOf(url)];
  gate.check(host, port);
  const scheme = url.protocol === 'https:' ? 'https' : 'http';
  const upstream = routes.to(scheme, host, port);
  const options: RequestOptions =
    upstream === undefined
      ? {host, port, lookup: gate.lookup(port), path: `${url.pathname}${url.search}`}
      : {host: upstream.host, port: upstream.port, path: url.href};
  const isTls = upstream === undefined ? scheme === 'https' : upstream.isTls;
  const passed = (isTls ? httpsRequest : httpRequest)({
    ...options,
    agent: false,
    method: request.method ?? 'GET',
    headers: {...withoutSteps(request.headers), ...upstream?.headers, host: url.host},
    timeout: idle,
  });
  passed.on('timeout', () => passed.destroy(new Error(`${url.host} does not answer`)));
  passed.on('response', incoming => {
    response.writeHead(incoming.statusCode ?? 502, withoutSteps(incoming.headers));
    incoming.on('error', () => response.destroy());
    incoming.pipe(response);
  });
  passed.on('error', error => (response.headersSent ? response.destroy() : onError(error)));
  request.on('error', () => passed.destroy());
  response.once('close', () => passed.destroy());
  request.pipe(passed);
}
