import type {Socket} from 'node:net';
import {createSecureContext, createServer, type TLSSocket} from 'node:tls';
import {hostName, isOneOf, parentOf} from '../preload/hosts.js';
import type {Authority} from './authority.js';
import {listenLocally, markConnection, type SandboxServers, wayOf} from './connection.js';

/** Milliseconds. */
const handshakeTimeout = 10_000;

/** The errors of a client that ends the handshake with an alert about the certificate, or by closing the connection. */
const distrust =
  /^(?:ERR_SSL_[A-Z\d/]{1,9}_ALERT_(?:UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_(?:EXPIRED|REVOKED|UNKNOWN))|ECONNRESET)$/;

/**
 * Listens for TLS on 127.0.0.1 as the hosts. A client that names another host is rejected.
 * @param onDistrust called when a client does not trust the certificate
 */
export async function listenTls(
  hosts: readonly string[],
  authority: Authority,
  {take, takeHttp2}: SandboxServers,
  onDistrust: (host: string) => void,
) {
  const {cert, key} = await authority.issue(hosts);
  const context = createSecureContext({cert, key});
  const contextFor = async (written: string) => {
    const name = hostName(written);
    if (!isOneOf(hosts, name)) {
      throw new Error(`${name} is none of the hosts`);
    }
    // Clients accept a certificate for *.example.com only for names with one more label.
    const isCovered = hosts.includes(name) || hosts.includes(`*.${parentOf(name)}`);
    return isCovered ? context : createSecureContext(await authority.issue([name]));
  };
  const server = createServer({
    cert,
    key,
    handshakeTimeout,
    ALPNProtocols: ['h2', 'http/1.1'],
    SNICallback: (name, callback) => {
      contextFor(name).then(found => callback(null, found), callback);
    },
  });
  /** TCP sockets by a key that the TLS socket above shares. */
  const sockets = new Map<string, Socket>();
  server.prependListener('connection', (socket: Socket) => {
    const name = nameOf(socket);
    sockets.set(name, socket);
    socket.once('close', () => sockets.delete(name));
  });
  server.on('secureConnection', (secure: TLSSocket) => {
    const below = sockets.get(nameOf(secure));
    if (below !== undefined) {
      markConnection(secure, {way: wayOf(below), below});
    }
    secure.on('error', () => secure.destroy()); // a client that disconnects is not an internal error
    (secure.alpnProtocol === 'h2' ? takeHttp2 : take)(secure);
  });
  server.on('tlsClientError', ({code = ''}: NodeJS.ErrnoException, secure) => {
    const {servername} = secure;
    if (servername && isOneOf(hosts, servername) && distrust.test(code)) {
      onDistrust(servername);
    }
    secure.destroy();
  });
  return {
    ...(await listenLocally(server)),
    /** Serves a connection that another server accepted, before any byte is read. */
    take: (socket: Socket): void => {
      server.emit('connection', socket);
    },
  };
}

const nameOf = ({remotePort, localPort}: Socket) => `${remotePort} ${localPort}`;
