import {once} from 'node:events';
import type {AddressInfo, Server, Socket} from 'node:net';
import {limits} from '../limits.js';

/** The way a request reached an intercepted host: through the environment's proxy, or directly at the listener. */
export type Way = 'proxy' | 'direct';

interface Facts {
  readonly way: Way;
  /** The TCP connection below TLS: only it can be reset. */
  readonly below?: Socket;
}

/** A unique symbol, so that HTTP/2's proxy objects for sockets pass it through. */
const facts = Symbol('facts of an intercepted connection');

type Told = Socket & {[facts]?: Facts};

export function markConnection(socket: Socket, told: Facts): void {
  (socket as Told)[facts] = told;
}

/** Defaults to `direct` for an unmarked connection. */
export const wayOf = (socket: Socket): Way => (socket as Told)[facts]?.way ?? 'direct';

/** Ends a connection with a TCP RST, whatever its protocol. */
export const resetConnection = (socket: Socket): void => {
  ((socket as Told)[facts]?.below ?? socket).resetAndDestroy();
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
