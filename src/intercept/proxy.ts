import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {Socket} from 'node:net';
import {isOneOf} from '../preload/hosts.js';
import {listenLocally, markConnection} from './connection.js';
import {forward, hostOf, portOf} from './forward.js';
import {refusalFor, refuseRequest, refuseTunnel} from './gate.js';
import {established, Tunnels, type Ways} from './tunnels.js';

interface ProxyEnds extends Ends {
  request(request: IncomingMessage, response: ServerResponse): void;
}

interface Proxy {
  /** On 127.0.0.1. */
  readonly port: number;
  readonly tunnels: number;
  close(): void;
}

/** Milliseconds. */
const timeouts = {headersTimeout: 10_000, requestTimeout: 300_000, connectionsCheckingInterval: 2000};

/** Starts a proxy that routes the intercepted hosts to the sandbox and forwards everything else. */
export async function startProxy(hosts: readonly string[], ways: Ways, ends: ProxyEnds): Promise<Proxy> {
  const tunnels = new Tunnels(ways);
  const server = createServer(timeouts, (request, response) => serve(request, response, hosts, ways, ends));
  server.on('connect', ({url: asked}: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const url = readAuthority(asked);
    if (url === undefined) {
      refuseTunnel(socket, [400, 'The line of CONNECT names no host and port; CONNECT host:443 would']);
      return;
    }
    if (head.length > 0) {
      socket.unshift(head);
    }
    if (isOneOf(hosts, hostOf(url))) {
      takeOver(socket, ends);
    } else {
      tunnels.open(hostOf(url), portOf(url), socket);
    }
  });
  return {
    ...(await listenLocally(server)),
    get tunnels() {
      return tunnels.count;
    },
  };
}

/** Serves or forwards a request with an absolute URL, `GET http://host/path`. */
function serve(
  request: IncomingMessage,
  response: ServerResponse,
  hosts: readonly string[],
  {gate, routes, counter}: Ways,
  ends: ProxyEnds,
): void {
  const url = /^https?:\/\//i.test(request.url ?? '') ? urlOf(request.url!) : undefined;
  if (url === undefined) {
    refuseRequest(response, [
      400,
      'This is a proxy: it takes CONNECT, and requests with a whole address in their line',
    ]);
    return;
  }
  const host = hostOf(url);
  if (isOneOf(hosts, host)) {
    markConnection(request.socket, {way: 'proxy'});
    ends.request(request, response);
    return;
  }
  const refuse = (error: unknown) => refuseRequest(response, refusalFor(host, error, counter));
  const route = routes.to(url.protocol === 'https:' ? 'https' : 'http', host, portOf(url));
  try {
    forward(request, response, {url, route, gate}, refuse);
    counter.passedOn(host);
  } catch (error) {
    refuse(error);
  }
}

function readAuthority(written = ''): URL | undefined {
  const url = urlOf(`http://${written}`);
  return url?.pathname === '/' && url.username === '' && url.search === '' ? url : undefined;
}

const urlOf = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

interface Ends {
  /** Receives a socket before its first byte is read. */
  tls(socket: Socket): void;
  plain(socket: Socket): void;
}

/** Milliseconds. */
const firstByteTimeout = 30_000;

const handshake = 0x16;

/** Confirms the tunnel and serves it locally: as TLS, or as plain HTTP if the client does not use TLS. */
function takeOver(socket: Socket, ends: Ends): void {
  const leave = () => socket.destroy();
  socket.setTimeout(firstByteTimeout);
  socket.once('timeout', leave);
  socket.once('data', (first: Buffer) => {
    socket.setTimeout(0);
    socket.off('timeout', leave);
    socket.pause();
    socket.unshift(first);
    if (first[0] === handshake) {
      ends.tls(socket);
    } else {
      markConnection(socket, {way: 'proxy'});
      ends.plain(socket);
      socket.resume();
    }
  });
  socket.write(established);
}
