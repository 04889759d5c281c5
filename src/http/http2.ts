import type {IncomingMessage, ServerResponse} from 'node:http';
import {createServer, type ServerHttp2Session} from 'node:http2';
import type {Socket} from 'node:net';
import {setTimeout as after} from 'node:timers/promises';

export interface Http2Server {
  /** Serves a connection that HTTP/2 is spoken on. */
  take(socket: Socket): void;
  /** Finishes the requests in flight, for so long at the most, and ends every connection. */
  close(): Promise<void>;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A connection on which nothing goes by for so long is closed. Milliseconds. */
const idle = 120_000;

/** How long the requests in flight may take when it ends. Milliseconds. */
const grace = 1500;

/** Requests at a time on one connection, and mebibytes that it may take. */
const bounds = {settings: {maxConcurrentStreams: 100}, maxSessionMemory: 10, maxHeaderListPairs: 128};

/** Reads HTTP/2, and lets the one app answer: its requests and responses are like those of HTTP/1.1. */
export function serveHttp2(answer: Answer): Http2Server {
  const sessions = new Set<ServerHttp2Session>();
  const server = createServer(bounds, (request, response) => {
    request.headers.host ??= request.authority;
    answer(request as unknown as IncomingMessage, response as unknown as ServerResponse);
  });
  server.on('session', session => {
    sessions.add(session);
    session.setTimeout(idle, () => session.close());
    session.on('error', () => session.destroy()); // a client that breaks off is no error of the sandbox's
    session.once('close', () => sessions.delete(session));
  });
  return {
    take: socket => {
      server.emit('connection', socket);
    },
    close: async () => {
      const open = [...sessions];
      const over = new AbortController();
      const late = after(grace, undefined, {signal: over.signal}).catch(() => undefined);
      const ended = open.map(session => new Promise(resolve => session.once('close', resolve)));
      for (const session of open) {
        session.close();
      }
      await Promise.race([late, Promise.all(ended)]);
      over.abort();
      for (const session of open) {
        session.destroy();
      }
    },
  };
}
