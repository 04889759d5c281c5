import type {Socket} from 'node:net';
import {createSecureContext, createServer, type TLSSocket} from 'node:tls';
import {isOneOf} from '../preload/hosts.js';
import type {Leaf} from './authority.js';
import {listenLocally, markConnection, type Way} from './connection.js';

interface Takers {
  http1(socket: Socket): void;
  http2(socket: Socket): void;
}

/** Milliseconds. */
const handshakeTimeout = 10_000;

/** Listens for TLS on 127.0.0.1 as the hosts. A client that names another host is rejected. */
export async function listenTls(hosts: readonly string[], {cert, key}: Leaf, takers: Takers) {
  const context = createSecureContext({cert, key});
  const server = createServer({
    cert,
    key,
    handshakeTimeout,
    ALPNProtocols: ['h2', 'http/1.1'],
    SNICallback: (name, told) =>
      isOneOf(hosts, name) ? told(null, context) : told(new Error(`${name} is none of the hosts`)),
  });
  /** Connections with a pending handshake. The key is the same for the TCP and the TLS socket. */
  const below = new Map<string, {readonly socket: Socket; readonly way: Way}>();
  const ways = new WeakMap<Socket, Way>();
  server.prependListener('connection', (socket: Socket) => {
    const name = nameOf(socket);
    below.set(name, {socket, way: ways.get(socket) ?? 'direct'});
    socket.once('close', () => below.delete(name));
  });
  server.on('secureConnection', (secure: TLSSocket) => {
    const found = below.get(nameOf(secure));
    if (found !== undefined) {
      markConnection(secure, {way: found.way, below: found.socket});
    }
    secure.on('error', () => secure.destroy()); // a client that disconnects is not an internal error
    takers[secure.alpnProtocol === 'h2' ? 'http2' : 'http1'](secure);
  });
  server.on('tlsClientError', (_error, secure) => secure.destroy());
  return {
    ...(await listenLocally(server)),
    /** Serves a connection that another server accepted, before any byte is read. */
    take: (socket: Socket, way: Way): void => {
      ways.set(socket, way);
      server.emit('connection', socket);
    },
  };
}

const nameOf = ({remotePort, localPort}: Socket) => `${remotePort} ${localPort}`;
