import {ClientRequest} from 'node:http';
import type {Socket} from 'node:net';
import {type Duplex, duplexPair} from 'node:stream';

/** Node's own class: MSW puts a proxy of it in its place, which would intercept the sandbox's requests to itself. */
export const OwnClientRequest = ClientRequest.prototype.constructor as typeof ClientRequest;

/** Bytes that wait for a client that reads late, as in the buffers of a TCP connection. */
const highWaterMark = 1024 * 1024;

/**
 * Connects two streams in this process. As with TCP, a client reads all that was sent before it notices that the server
 * has ended the connection.
 * @param localPort of the server
 */
export function connectionPair(localPort: number) {
  const [client, side] = duplexPair({highWaterMark});
  const destroySoon = () => side.end(() => side.destroy());
  const resetAndDestroy = () => side.destroy();
  const accepted = Object.assign(side, {localPort, destroySoon, resetAndDestroy}) as Duplex as Socket;
  client.once('close', () => accepted.destroy());
  accepted.once('close', () => {
    if (client.readableEnded) {
      client.destroy();
    }
    client.once('end', () => client.destroy());
    client.push(null);
  });
  return {client, accepted};
}
