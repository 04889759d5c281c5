import type {IncomingMessage, ServerResponse} from 'node:http';
import {createServer, type ServerHttp2Session} from 'node:http2';
import type {Socket} from 'node:net';
import {setTimeout as after} from 'node:timers/promises';

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

/** Milliseconds until an idle connection is closed. */
const idle = 120_000;

/** Milliseconds that requests in flight have to finish when the server closes. */
const grace = 1500;

/** Limits on concurrent requests and memory (MiB) per connection. */
const bounds = {settings: {maxConcurrentStreams: 100}, maxSessionMemory: 10, maxHeaderListPairs: 128};

/** Parses HTTP/2 and passes requests to the same app as HTTP/1.1. */
export function serveHttp2(respond: Respond) {
  const sessions = new Set<ServerHttp2Session>();
  const server = createServer(bounds, (request, response) => {
    request.headers.host ??= request.authority;
    respond(request as unknown as IncomingMessage, response as unknown as ServerResponse);
  });
  server.on('session', session => {
    sessions.add(session);
    session.setTimeout(idle, () => session.close());
    session.on('error', () => session.destroy()); // a client that disconnects is not an internal error
    session.once('close', () => sessions.delete(session));
  });
  return {
    take: (socket: Socket): void => {
      server.emit('connection', socket);
    },
    /** Finishes requests in flight, within a time limit, and closes every connection. */
    close: async (): Promise<void> => {
      const open = [...sessions];
      const ended = open.map(session => new Promise(resolve => session.once('close', resolve)));
      for (const session of open) {
        session.close();
      }
      await Promise.race([after(grace, undefined, {ref: false}), Promise.all(ended)]);
      for (const session of open) {
        session.destroy();
      }
    },
  };
}
