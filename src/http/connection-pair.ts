import {ClientRequest} from 'node:http';
import type {Socket} from 'node:net';
import {type Duplex, duplexPair} from 'node:stream';

/** Node's own class: MSW replaces it with a proxy, which would intercept the sandbox's requests to itself. */
export const OwnClientRequest = ClientRequest.prototype.constructor as typeof ClientRequest;

/** Bytes buffered for a slow reader, as in the buffers of a TCP connection. */
const highWaterMark = 1024 * 1024;

/**
 * Connects two streams in this process. As with TCP, a client receives all sent data before it notices that the server
 * has closed the connection.
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
