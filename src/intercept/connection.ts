import {once} from 'node:events';
import type {IncomingMessage, ServerResponse} from 'node:http';
import type {AddressInfo, Server, Socket} from 'node:net';
import {limits} from '../limits.js';

/** The way a request arrived: through the environment's proxy, directly at the listener, or at the sandbox's URL. */
export type Way = 'proxy' | 'direct' | 'url';

/** The sandbox's own servers, which serve the connections for the intercepted hosts. */
export interface SandboxServers {
  /** Serves plain HTTP, also inside TLS. */
  take(socket: Socket): void;
  takeHttp2(socket: Socket): void;
  respond(request: IncomingMessage, response: ServerResponse): void;
}

interface Facts {
  readonly way: Way;
  /** The TCP connection below TLS: only it can be reset. */
  readonly below?: Socket;
}

/** A unique symbol, so that HTTP/2's proxy objects for sockets pass it through. */
const facts = Symbol('facts of an intercepted connection');

type Marked = Socket & {[facts]?: Facts};

export function markConnection(socket: Socket, known: Facts): void {
  (socket as Marked)[facts] = known;
}

/** Default for an unmarked connection: `direct` */
export const wayOf = (socket: Socket): Way => (socket as Marked)[facts]?.way ?? 'direct';

/** Resets a TCP connection, regardless of its protocol. */
export const resetConnection = (socket: Socket): void => {
  ((socket as Marked)[facts]?.below ?? socket).resetAndDestroy();
};

/** Listens on a free port of 127.0.0.1. `close` also ends the open connections. */
export async function listenLocally(server: Server): Promise<{readonly port: number; close(): void}> {
  const sockets = new Set<Socket>();
  server.maxConnections = limits.interceptedConnections;
  server.on('connection', socket => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      for (const socket of sockets) {
        socket.destroy();
      }
    },
  };
}
