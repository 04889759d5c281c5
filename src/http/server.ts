import {once} from 'node:events';
import {
  createServer,
  type IncomingMessage,
  maxHeaderSize,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type {AddressInfo, Socket} from 'node:net';
import type {Duplex} from 'node:stream';
import {promisify} from 'node:util';
import {apiVersion} from '../schema/replies.js';
import {connectionPair} from './connection-pair.js';
import type {Certificate} from './tls-front.js';

export interface UnreadableReply {
  readonly status: number;
  readonly body: string;
}

type OnUnreadable = (reply: UnreadableReply) => void;

const origins = new WeakMap<object, string | undefined>();

/** The origin that a client in this process specified for its connection. */
export const givenOrigin = (socket: object): string | undefined => origins.get(socket);

export type RunningServer = Awaited<ReturnType<typeof startServer>>;

/**
 * Milliseconds that a slow client may hold a connection. Not shorter, because a test on a busy machine may pause for
 * ten seconds between connecting and sending its request.
 */
const timeouts = {headersTimeout: 30_000, requestTimeout: 30_000, connectionsCheckingInterval: 2000};

const defaultGrace = 1500;

/** Milliseconds that a client has to read the error before its connection is closed. */
const lingering = 500;

/**
 * Binds the address immediately, so that a conflict is found before any data is generated; requests wait for `serve`.
 * @param address undefined for a server that only `connect` reaches
 * @param certificate for HTTPS
 * @throws the system's own error, with a `code`, if the server can't listen on the address or use the certificate
 */
export async function startServer(
  address: {readonly port: number; readonly host: string} | undefined,
  certificate?: Certificate,
) {
  const waiting: Array<Parameters<RequestListener>> = [];
  let listener: RequestListener = (request, response) => waiting.push([request, response]);
  const last = new WeakMap<Socket, IncomingMessage>();
  const sockets = new Set<Socket>();
  const server = createServer({...timeouts, requireHostHeader: false}, (request, response) => {
    last.set(request.socket, request);
    listener(request, response);
  });
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  server.on('connection', track);
  let onUnreadable: OnUnreadable = () => undefined;
  server.on('clientError', (error, socket) => {
    // A request with an incomplete body is already being served, and the app reports it.
    const isServed = last.get(socket as Socket)?.complete === false;
    refuseUnreadable(error, socket as Socket, isServed ? () => undefined : onUnreadable);
  });
  const take = (socket: Socket): void => {
    server.emit('connection', socket);
  };
  const refuse = (socket: Socket) => refuseUnreadable(plainHttp, socket, onUnreadable);
  // Most sandboxes need no TLS.
  const front = certificate && (await import('./tls-front.js')).tlsFront(certificate, take, refuse);
  front?.on('connection', track);
  const listening = front ?? server;
  if (address !== undefined) {
    await once(listening.listen(address), 'listening');
  }
  const port = (listening.address() as AddressInfo | null)?.port ?? 0;
  let closing: Promise<void> | undefined;
  return {
    /** 0 if the server does not listen. */
    port,
    /**
     * Serves the waiting requests and all later ones.
     * @param unreadable called with input that is not HTTP, and the response to it
     */
    serve: (served: RequestListener, unreadable = onUnreadable): void => {
      listener = served;
      onUnreadable = unreadable;
      for (const exchange of waiting.splice(0)) {
        served(...exchange);
      }
    },
    /** Serves a connection that another server accepted. */
    take,
    /**
     * Connects a client in this process.
     * @param origin the origin in the responses' links. Default: that of the Host header
     */
    connect: (origin?: string): Duplex => {
      const {client, accepted} = connectionPair(port);
      origins.set(accepted, origin);
      if (closing === undefined) {
        take(accepted);
      } else {
        const error = Object.assign(new Error('The sandbox is closed'), {code: 'ECONNREFUSED'});
        process.nextTick(() => client.destroy(error)); // not before the client listens
      }
      return client;
    },
    /** Serves a request that another server parsed. */
    respond: (request: IncomingMessage, response: ServerResponse): void => {
      server.emit('request', request, response);
    },
    connections: (): Promise<number> => promisify(server.getConnections.bind(server))(),
    /** Finishes requests in flight within `grace` milliseconds, and closes every connection. */
    close: (grace = defaultGrace): Promise<void> => {
      front?.close();
      closing ??= close(server, sockets, grace);
      return closing;
    },
  };
}

type UnreadableError = Error & {readonly code?: string; readonly rawPacket?: Buffer};

/** The error for a client that sends plain HTTP to an HTTPS port. */
const plainHttp: UnreadableError = Object.assign(new Error(), {code: 'PLAIN_HTTP'});

const isTls = (bytes: Buffer | undefined) => bytes?.[0] === 0x16 && bytes[1] === 0x03;

/** The connection closed in the middle of a request. */
const hungUp = 'HPE_INVALID_EOF_STATE';

function descriptionOf({code, message, rawPacket}: UnreadableError): string {
  if (isTls(rawPacket)) {
    return 'This is TLS, and the port takes plain HTTP: use an address that begins with http://, not https://';
  }
  if (code === plainHttp.code) {
    return 'This port takes HTTPS: use an address that begins with https://, not http://';
  }
  if (code === hungUp) {
    return 'The client closed the connection before the request was whole';
  }
  if (code === 'HPE_INVALID_URL') {
    return 'The URL of the request line holds a character that must be escaped: é is sent as %C3%A9, a space as %20';
  }
  return code === 'HPE_HEADER_OVERFLOW'
    ? `The request line and the headers together are larger than ${maxHeaderSize} bytes`
    : `Not readable as HTTP: ${message}`;
}

function refuseUnreadable(error: UnreadableError, socket: Socket, onUnreadable: OnUnreadable): void {
  if (socket.writableEnded) {
    return; // already has its response; the client is still sending
  }
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, title] = unreadable[error.code ?? ''] ?? [400, 'Bad Request'];
  const body = JSON.stringify({
    api_version: apiVersion,
    error: title,
    description: descriptionOf(error),
  });
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  if (error.code === hungUp) {
    socket.destroySoon();
  } else {
    lingerBeforeDestroying(socket);
  }
  onUnreadable({status, body});
}

/**
 * Delays the close: an immediate close while the client is still sending would lose the response. The timeout frees the
 * descriptor if the client never closes its side.
 */
function lingerBeforeDestroying(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), lingering);
  socket.once('end', () => socket.destroy());
  socket.once('close', () => clearTimeout(timer));
}

const unreadable: Readonly<Record<string, readonly [number, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
};

async function close(server: Server, sockets: ReadonlySet<Socket>, grace: number): Promise<void> {
  // Node does not treat a connection without a request as idle, because a request may be on its way.
  for (const socket of sockets) {
    if (socket.bytesRead === 0) {
      socket.destroy();
    }
  }
  // A kept-alive connection becomes idle only after its response, so idle ones are closed repeatedly.
  const closeIdle = setInterval(() => server.closeIdleConnections(), 20);
  const closeAll = setTimeout(() => {
    for (const socket of sockets) {
      socket.destroy();
    }
  }, grace);
  await new Promise<void>(resolve => server.close(() => resolve()));
  // `close` waits only for connections that the server accepted itself.
  await Promise.all(Array.from(sockets, socket => new Promise(resolve => socket.once('close', resolve))));
  clearInterval(closeIdle);
  clearTimeout(closeAll);
}
