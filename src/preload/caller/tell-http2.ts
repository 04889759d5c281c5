import type {ClientHttp2Session, OutgoingHttpHeaders} from 'node:http2';
import {builtin} from '../builtin.js';
import {replace} from '../replace.js';
import {callerLine} from './caller-line.js';
import {header} from './header.js';

/** Requests of `http2`, whose sessions are made one by one. Of the sandbox, only the hosts that it stands for speak it. */
export function tellHttp2(isWatched: (host: string) => boolean): void {
  replace(
    builtin<typeof import('node:http2')>('node:http2'),
    'connect',
    original =>
      function (...values) {
        const session = original.apply(this, values) as ClientHttp2Session;
        try {
          if (isWatched(new URL(String(values[0])).host)) {
            replace(session, 'request', request => told(request));
          }
        } catch {} // the session is the user's, and goes on without
        return session;
      },
  );
}

type Request = (this: unknown, ...values: unknown[]) => unknown;

const told = (request: Request): Request =>
  function (headers, ...rest) {
    return request.call(this, withLine(headers), ...rest);
  };

function withLine(headers: unknown): unknown {
  const given = (headers ?? {}) as OutgoingHttpHeaders;
  try {
    const isKept = Array.isArray(given) || Object.keys(given).some(name => name.toLowerCase() === header);
    const line = isKept ? undefined : callerLine();
    return line === undefined
      ? headers
      : Object.assign(Object.create(Object.getPrototypeOf(given)), given, {[header]: line});
  } catch {
    return headers;
  }
}
