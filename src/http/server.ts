import {
  createServer,
  type IncomingMessage,
  maxHeaderSize,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type {AddressInfo, Socket} from 'node:net';
import {promisify} from 'node:util';
import {apiVersion} from '../schema/replies.js';

/** The answer to what is not even HTTP. */
export interface UnreadableReply {
  readonly status: number;
  readonly body: string;
}

type OnUnreadable = (reply: UnreadableReply) => void;

export interface ListeningServer {
  readonly port: number;
  /**
   * Answers what has come so far, and all that comes.
   * @param onUnreadable told of what is not even HTTP, and what it was answered
   */
  serve(listener: RequestListener, onUnreadable?: OnUnreadable): void;
  /** Serves a connection that somebody else accepted, as one of its own. */
  take(socket: Socket): void;
  /** Serves a request that somebody else read. */
  answer(request: IncomingMessage, response: ServerResponse): void;
  /** How many connections it holds. */
  connections(): Promise<number>;
  /** Finishes the requests in flight, for `grace` milliseconds at the most, and closes every connection. */
  close(grace?: number): Promise<void>;
}

/**
 * A client that sends nothing, or one byte at a time, holds a connection no longer than this. Milliseconds; not less, because
 * a test on a machine with much to do may stand still for ten seconds between connecting and asking.
 */
const timeouts = {headersTimeout: 30_000, requestTimeout: 30_000, connectionsCheckingInterval: 2000};

const defaultGrace = 1500;

/** How long a client may take to read why its connection ends. Milliseconds. */
const lingering = 500;

/**
 * Takes the address at once, so that one that is taken is known before any data is made; requests wait for `serve`.
 * @throws the system's own error, with a `code`, where the address can't be listened on
 */
export async function listen(port: number, host: string): Promise<ListeningServer> {
  const waiting: Array<Parameters<RequestListener>> = [];
  let listener: RequestListener = (request, response) => waiting.push([request, response]);
  /** The last request of each connection. */
  const last = new WeakMap<Socket, IncomingMessage>();
  const sockets = new Set<Socket>();
  const server = createServer({...timeouts, requireHostHeader: false}, (request, response) => {
    last.set(request.socket, request);
    listener(request, response);
  });
  server.on('connection', socket => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  let onUnreadable: OnUnreadable = () => undefined;
  server.on('clientError', (error, socket) => {
    // One that breaks off in its body was served already, and is told of by who serves it.
    const isServed = last.get(socket as Socket)?.complete === false;
    refuseUnreadable(error, socket as Socket, isServed ? () => undefined : onUnreadable);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  let closing: Promise<void> | undefined;
  return {
    port: (server.address() as AddressInfo).port,
    serve: (served, unreadable = onUnreadable) => {
      listener = served;
      onUnreadable = unreadable;
      for (const exchange of waiting.splice(0)) {
        served(...exchange);
      }
    },
    take: socket => {
      server.emit('connection', socket);
    },
    answer: (request, response) => {
      server.emit('request', request, response);
    },
    connections: () => promisify(server.getConnections.bind(server))(),
    close: (grace = defaultGrace) => {
      closing ??= close(server, sockets, grace);
      return closing;
    },
  };
}

type UnreadableError = Error & {readonly code?: string; readonly rawPacket?: Buffer};

/** What a TLS connection begins with: a handshake, of any version. */
const isTls = (bytes: Buffer | undefined) => bytes?.[0] === 0x16 && bytes[1] === 0x03;

/** The connection ended in the middle of a request. */
const hungUp = 'HPE_INVALID_EOF_STATE';

function descriptionOf({code, message, rawPacket}: UnreadableError): string {
  if (isTls(rawPacket)) {
    return 'This is TLS, and the port takes plain HTTP: use an address that begins with http://, not https://';
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

/** What is not even HTTP still gets an answer of the usual shape. */
function refuseUnreadable(error: UnreadableError, socket: Socket, onUnreadable: OnUnreadable): void {
  if (socket.writableEnded) {
    return; // answered: more of the same came before the client read that
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
 * The client may keep its side open for ever, and each connection is a descriptor; closed at once, it would lose the
 * answer while it still sends.
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
  // One on which nothing came is not idle to the server, because a request may be on its way.
  for (const socket of sockets) {
    if (socket.bytesRead === 0) {
      socket.destroy();
    }
  }
  // A kept-alive connection becomes idle only after its answer, so idle ones are closed again and again.
  const closeIdle = setInterval(() => server.closeIdleConnections(), 20);
  const closeAll = setTimeout(() => server.closeAllConnections(), grace);
  await new Promise<void>(resolve => server.close(() => resolve()));
  // It waits for the connections that it accepted itself, and not for those that it was given.
  await Promise.all(Array.from(sockets, socket => new Promise(resolve => socket.once('close', resolve))));
  clearInterval(closeIdle);
  clearTimeout(closeAll);
}
