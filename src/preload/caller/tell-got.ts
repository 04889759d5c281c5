import {subscribe} from 'node:diagnostics_channel';
import type {ClientRequest} from 'node:http';
import {callerLine} from './caller-line.js';
import {header} from './header.js';

/** How many requests of got are known that may yet be sent, or sent again. */
const most = 1000;

/** The lines of those, by the ids that got gives them; the oldest are forgotten. */
const lines = new Map<string, string>();

/** The request that was made last without a line, as long as nothing else has run. */
let untold: ClientRequest | undefined;

/**
 * got makes its request long after the call, when no stack leads to the user's line any more: it says so in the call,
 * and says again when it has made the request. Both since 14.6.
 */
export function tellGot(isWatched: (host: string) => boolean): void {
  subscribe('got:request:create', message => {
    try {
      const {requestId, url} = message as {readonly requestId: string; readonly url: string};
      const line = isWatched(new URL(url).host) ? callerLine() : undefined;
      if (line !== undefined) {
        lines.set(requestId, line);
        forget();
      }
    } catch {} // the request is the user's, and goes on without
  });
  subscribe('got:request:start', message => {
    try {
      const line = lines.get((message as {readonly requestId: string}).requestId);
      if (line !== undefined && untold?.headersSent === false) {
        untold.setHeader(header, line);
      }
    } catch {}
  });
}

function forget(): void {
  if (lines.size > most) {
    lines.delete(lines.keys().next().value as string);
  }
}

export function mayBeOfGot(request: ClientRequest): void {
  untold = request;
  queueMicrotask(() => {
    untold = undefined;
  });
}
