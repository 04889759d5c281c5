import type {Socket} from 'node:net';
import {markConnection} from '../connection.js';
import {established} from './tunnels.js';

export interface Ends {
  /** Receives a socket before its first byte is read. */
  tls(socket: Socket): void;
  plain(socket: Socket): void;
}

/** Milliseconds. */
const firstByteTimeout = 30_000;

const handshake = 0x16;

/** Confirms the tunnel and serves it locally: as TLS, or as plain HTTP if the client does not use TLS. */
export function takeOver(socket: Socket, ends: Ends): void {
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
