import {createServer, type Server, type Socket} from 'node:net';
import {createServer as createTlsServer} from 'node:tls';

export interface Certificate {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** Milliseconds. */
const handshakeTimeout = 10_000;

/** The first byte of a TLS handshake. */
const handshake = 0x16;

/**
 * A server that decrypts connections and passes them on.
 * @param take receives each connection after its handshake
 * @param refuse receives connections with plain HTTP
 * @throws the system's own error for an unusable certificate, or one that does not match its key
 */
export function tlsFront(
  certificate: Certificate,
  take: (socket: Socket) => void,
  refuse: (socket: Socket) => void,
): Server {
  const tls = createTlsServer({...certificate, ALPNProtocols: ['http/1.1'], handshakeTimeout}, take);
  tls.on('tlsClientError', (_, socket) => socket.destroy());
  return createServer(socket => {
    socket.on('error', () => socket.destroy());
    socket.setTimeout(handshakeTimeout, () => socket.destroy());
    socket.once('data', chunk => {
      socket.setTimeout(0);
      if (chunk[0] === handshake) {
        socket.pause();
        socket.unshift(chunk);
        tls.emit('connection', socket);
      } else {
        refuse(socket);
      }
    });
  });
}
