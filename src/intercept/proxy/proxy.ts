import {once} from 'node:events';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo, Socket} from 'node:net';
import {markConnection} from '../connection.js';
import type {Tally} from '../tally.js';
import {forward, hostOf, portOf} from './forward.js';
import {type Gate, RefusedHost} from './gate.js';
import {join} from './join.js';
import {reach} from './reach.js';
import type {Routes} from './routes.js';

/** Where what is meant for one of the hosts goes. */
interface Ends {
  /** A connection whose first byte was not read yet. */
  tls(socket: Socket): void;
  plain(socket: Socket): void;
  /** A request that names one of the hosts in its own line. */
  request(request: IncomingMessage, response: ServerResponse): void;
}

interface ProxyOptions {
  readonly hosts: readonly string[];
  readonly gate: Gate;
  readonly routes: Routes;
  readonly tally: Tally;
}

export interface Proxy {
  /** On 127.0.0.1. */
  readonly port: number;
  /** How many tunnels to other hosts are open. */
  readonly tunnels: number;
  close(): void;
}

/** Of all clients together; one that leaves frees its own. */
const mostTunnels = 512;
const mostConnections = 2048;

/** How long a client may take for a request's headers, for a whole request, and for the first byte in a tunnel. Milliseconds. */
const timeouts = {headersTimeout: 10_000, requestTimeout: 300_000, connectionsCheckingInterval: 2000};
const firstByteTimeout = 30_000;

/** What a TLS connection begins with. */
const handshake = 0x16;

/** A proxy that ends what is meant for the hosts here, and leads everything else to where it wants. */
export async function startProxy({hosts, gate, routes, tally}: ProxyOptions, ends: Ends): Promise<Proxy> {
  const named = new Set(hosts);
  const sockets = new Set<Socket>();
  let tunnels = 0;

  async function tunnel(host: string, port: number, client: Socket): Promise<void> {
    const left = new AbortController();
    client.once('close', () => left.abort());
    tunnels += 1;
    client.once('close', () => {
      tunnels -= 1;
    });
    const socket = await reach({host, port, route: routes.to('https', host, port)}, gate, left.signal);
    tally.passedOn(host);
    client.write(established);
    join(client, socket);
  }

  /** @returns what a client is told whose host can't be had */
  function refusal(host: string, error: unknown): readonly [status: number, text: string] {
    if (error instanceof RefusedHost) {
      tally.refused(host);
      return [403, error.message];
    }
    return [502, `${host} cannot be reached: ${(error as Error).message}`];
  }

  const server = createServer(timeouts, (request, response) => {
    const url = /^https?:\/\//i.test(request.url ?? '') ? urlOf(request.url!) : undefined;
    if (url === undefined) {
      answer(response, [400, 'This is a proxy: it takes CONNECT, and requests with a whole address in their line']);
      return;
    }
    const host = hostOf(url);
    if (named.has(host)) {
      markConnection(request.socket, {way: 'proxy'});
      ends.request(request, response);
      return;
    }
    const route = routes.to(url.protocol === 'https:' ? 'https' : 'http', host, portOf(url));
    try {
      forward(request, response, {url, route, gate}, error => answer(response, refusal(host, error)));
      tally.passedOn(host);
    } catch (error) {
      answer(response, refusal(host, error));
    }
  });
  server.maxConnections = mostConnections;
  server.on('connection', socket => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('connect', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const url = urlOf(`http://${request.url}`);
    if (url === undefined || url.pathname !== '/' || url.username !== '') {
      end(socket, [400, 'The line of CONNECT names no host and port; one such as CONNECT host:443 is expected']);
      return;
    }
    if (head.length > 0) {
      socket.unshift(head);
    }
    const host = hostOf(url);
    if (named.has(host)) {
      takeOver(socket, ends);
    } else if (tunnels >= mostTunnels) {
      end(socket, [503, `${mostTunnels} tunnels are open, and no more can be`]);
    } else {
      tunnel(host, portOf(url), socket).catch(error => end(socket, refusal(host, error)));
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    get tunnels() {
      return tunnels;
    },
    close: () => {
      server.close();
      for (const socket of sockets) {
        socket.destroy();
      }
    },
  };
}

const established = 'HTTP/1.1 200 Connection Established\r\n\r\n';

/** Says that the tunnel is there, and ends it here: in TLS, or in plain HTTP for a client that wants no TLS. */
function takeOver(socket: Socket, ends: Ends): void {
  socket.setTimeout(firstByteTimeout, () => socket.destroy());
  socket.once('data', (first: Buffer) => {
    socket.setTimeout(0);
    socket.removeAllListeners('timeout');
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

function urlOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

type Told = readonly [status: number, text: string];

/** @param told the sentence has no line end in it */
function answer(response: ServerResponse, [status, text]: Told): void {
  response.writeHead(status, {'content-type': 'text/plain; charset=utf-8', connection: 'close'});
  response.end(`crm-sandbox: ${text}\n`);
}

function end(socket: Socket, [status, text]: Told): void {
  const body = `crm-sandbox: ${text}\n`;
  socket.end(
    `HTTP/1.1 ${status} ${text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 200)}\r\nContent-Type: text/plain; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  socket.destroySoon();
}
