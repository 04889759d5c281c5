import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {Socket} from 'node:net';
import {limits} from '../limits.js';
import {isOneOf} from '../preload/hosts.js';
import {listenLocally, markConnection, type SandboxServers} from './connection.js';
import {RefusedHost} from './gate.js';
import type {ReachCounter} from './reach-counter.js';
import {forward, hostOf, idle, portOf, reach, type Ways} from './upstream.js';

interface CountedWays extends Ways {
  readonly counter: ReachCounter;
}

interface Ends extends Pick<SandboxServers, 'take' | 'respond'> {
  /** Receives a socket before its first byte is read. */
  serveTls(socket: Socket): void;
}

/** Milliseconds. */
const timeouts = {headersTimeout: 10_000, requestTimeout: 300_000, connectionsCheckingInterval: 2000};

/** Starts a proxy on 127.0.0.1 that routes the intercepted hosts to the sandbox and forwards everything else. */
export async function startProxy(hosts: readonly string[], ways: CountedWays, ends: Ends) {
  const tunnels = new Tunnels(ways);
  const server = createServer(timeouts, (request, response) => serve(request, response, hosts, ways, ends));
  server.on('connection', socket => markConnection(socket, {way: 'proxy'}));
  server.on('connect', ({url: requested}: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const url = readAuthority(requested);
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
  return listenLocally(server);
}

/** Serves or forwards a request with an absolute URL, `GET http://host/path`. */
function serve(
  request: IncomingMessage,
  response: ServerResponse,
  hosts: readonly string[],
  ways: CountedWays,
  ends: Ends,
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
    ends.respond(request, response);
    return;
  }
  const refuse = (error: unknown) => refuseRequest(response, refusalFor(host, error, ways.counter));
  try {
    forward(request, response, url, ways, refuse);
    ways.counter.count('others', host);
  } catch (error) {
    refuse(error);
  }
}

function readAuthority(written = ''): URL | undefined {
  const url = urlOf(`http://${written}`);
  return url?.pathname === '/' && url.username === '' && url.search === '' ? url : undefined;
}

const urlOf = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

const established = 'HTTP/1.1 200 Connection Established\r\n\r\n';

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
      ends.serveTls(socket);
    } else {
      ends.take(socket);
      socket.resume();
    }
  });
  socket.write(established);
}

/** Limited across all clients; a disconnected client frees its tunnels. */
export class Tunnels {
  count = 0;

  constructor(
    private readonly ways: CountedWays,
    private readonly limit: number = limits.tunnels,
  ) {}

  open(host: string, port: number, client: Socket): void {
    if (this.count >= this.limit) {
      refuseTunnel(client, [503, `${this.limit} tunnels are open, and no more can be`]);
      return;
    }
    const left = new AbortController();
    const {counter} = this.ways;
    this.count += 1;
    client.once('close', () => {
      this.count -= 1;
      left.abort();
    });
    reach(host, port, this.ways, left.signal).then(
      socket => {
        counter.count('others', host);
        client.write(established);
        join(client, socket);
      },
      error => {
        if (!(error instanceof RefusedHost)) {
          counter.count('others', host); // reported, because it may be a misspelled name
        }
        refuseTunnel(client, refusalFor(host, error, counter));
      },
    );
  }
}

/** Pipes two connections into each other; when one ends, the other ends after its data is flushed. */
function join(one: Socket, other: Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.setTimeout(idle, () => from.destroy());
    from.on('error', () => from.destroy());
    from.once('close', isBroken => (isBroken ? to.destroy() : to.destroySoon()));
    from.pipe(to);
  }
}

/** An error response: a status and a one-line message. */
type Refusal = readonly [status: number, text: string];

/** Returns the error for an unreachable host, and counts rejected ones. */
function refusalFor(host: string, error: unknown, counter: ReachCounter): Refusal {
  if (error instanceof RefusedHost) {
    counter.count('refused', host);
    return [403, error.message];
  }
  return [502, `${host} cannot be reached: ${(error as Error).message}`];
}

const headers = {'content-type': 'text/plain; charset=utf-8', connection: 'close'};

function refuseRequest(response: ServerResponse, [status, text]: Refusal): void {
  response.writeHead(status, headers);
  response.end(`crm-sandbox: ${text}\n`);
}

/** The longest reason phrase. When a tunnel fails, clients show the reason phrase but not the body. */
const longestReason = 200;

function refuseTunnel(socket: Socket, [status, text]: Refusal): void {
  const body = `crm-sandbox: ${text}\n`;
  const lines = [
    `HTTP/1.1 ${status} ${text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, longestReason)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}
