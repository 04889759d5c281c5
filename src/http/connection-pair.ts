import {ClientRequest} from 'node:http';
import type {Socket} from 'node:net';
import {type Duplex, duplexPair} from 'node:stream';

/** Node's own class: MSW puts a proxy of it in its place, which would intercept the sandbox's requests to itself. */
export const OwnClientRequest = ClientRequest.prototype.constructor as typeof ClientRequest;

/** Bytes that wait for a client that reads late, as in the buffers of a TCP connection. */
const highWaterMark = 1024 * 1024;

const origins = new WeakMap<object, string>();

/** The origin that a client in this process gave for its connection. */
export const givenOrigin = (socket: object): string | undefined => origins.get(socket);

/**
 * The two sides of a connection within this process. Each side notices the end of the other as that of a TCP connection:
 * the client first reads all that was sent.
 * @param localPort of the server
 */
export function connectionPair(localPort: number, origin?: string) {
  const [client, side] = duplexPair({highWaterMark});
  const accepted = Object.assign(side, {
    localPort,
    destroySoon: () => side.end(() => side.destroy()),
    resetAndDestroy: () => side.destroy(),
  }) as Duplex as Socket;
  if (origin !== undefined) {
    origins.set(accepted, origin);
  }
  client.once('close', () => accepted.destroy());
  accepted.once('close', () => {
    if (client.readableEnded) {
      client.destroy();
    } else {
      client.once('end', () => client.destroy());
      client.push(null);
    }
  });
  return {client, accepted};
}
