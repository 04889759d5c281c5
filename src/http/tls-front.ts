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

const sentence = 'This port takes HTTPS: use an address that begins with https://, not http://';

const refusal =
  'HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nConnection: close\r\n\r\n' +
  `${JSON.stringify({api_version: '1.0', error: 'Bad Request', description: sentence})}\n`;

/**
 * A server that decrypts connections and passes them on. It tells a client of plain HTTP what to do.
 * @param take gets each connection after its handshake
 * @throws the system's own error for a certificate that cannot be used, or that does not fit its key
 */
export function tlsFront(certificate: Certificate, take: (socket: Socket) => void): Server {
  const tls = createTlsServer({...certificate, ALPNProtocols: ['http/1.1'], handshakeTimeout}, take);
  tls.on('tlsClientError', (_, socket) => socket.destroy());
  return createServer(socket => {
    socket.on('error', () => socket.destroy());
    socket.setTimeout(handshakeTimeout, () => socket.destroy());
    socket.once('data', chunk => {
      socket.setTimeout(0);
      socket.pause();
      if (chunk[0] === handshake) {
        socket.unshift(chunk);
        tls.emit('connection', socket);
      } else {
        socket.end(refusal);
      }
    });
  });
}
