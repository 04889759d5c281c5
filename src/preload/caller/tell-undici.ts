import {subscribe} from 'node:diagnostics_channel';
import {callerLine} from './caller-line.js';
import {header} from './header.js';

/** What undici says of a request that it has made, in Node's `fetch`, as a package, or as a part of a bundle. */
interface UndiciRequest {
  readonly origin?: string | URL;
  readonly method?: string;
  /** Names and values in turn; one text in older ones. */
  readonly headers?: readonly unknown[] | string;
  readonly addHeader?: (name: string, value: string) => unknown;
}

/** It tells in the midst of the call that makes the request, so that the stack leads to the user's line. */
export function tellUndici(isWatched: (host: string) => boolean): void {
  subscribe('undici:request:create', message => {
    try {
      const {request} = message as {readonly request: UndiciRequest};
      const {origin, method, headers} = request;
      if (origin !== undefined && method !== 'CONNECT' && isWatched(new URL(origin).host) && !has(headers)) {
        const line = callerLine();
        if (line !== undefined) {
          request.addHeader?.(header, line);
        }
      }
    } catch {} // the request is the user's, and goes on without
  });
}

const has = (headers: UndiciRequest['headers']): boolean =>
  typeof headers === 'string'
    ? headers.toLowerCase().includes(`${header}:`)
    : (headers ?? []).some((word, place) => place % 2 === 0 && String(word).toLowerCase() === header);
