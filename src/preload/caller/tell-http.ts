import {subscribe} from 'node:diagnostics_channel';
import type {ClientRequest} from 'node:http';
import {builtin} from '../builtin.js';
import {replace} from '../replace.js';
import {callerLine} from './caller-line.js';
import {header} from './header.js';
import {mayBeOfGot} from './tell-got.js';

/** Requests of `http` and `https`, and of all that is made of them: axios, node-fetch, got. */
export function tellHttp(isWatched: (host: string) => boolean): void {
  const tell = (request: ClientRequest) => {
    try {
      const host = request.getHeader('host');
      const isOpen = !request.headersSent && request.method !== 'CONNECT' && !request.hasHeader(header);
      if (isOpen && typeof host === 'string' && isWatched(host)) {
        const line = callerLine();
        if (line === undefined) {
          mayBeOfGot(request);
        } else {
          request.setHeader(header, line);
        }
      }
    } catch {} // the request is the user's, and goes on without
  };
  if (isTold()) {
    subscribe('http.client.request.created', message => tell((message as {readonly request: ClientRequest}).request));
  } else {
    for (const name of ['node:http', 'node:https']) {
      wrap(builtin(name), tell);
    }
  }
}

/** Node publishes each request since 22.12 and 23.2. */
function isTold(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 23 || (major === 23 && minor >= 2) || (major === 22 && minor >= 12);
}

type Requesting = Pick<typeof import('node:http'), 'get' | 'request'>;

function wrap(module: Requesting, tell: (request: ClientRequest) => void): void {
  replace(
    module,
    'request',
    original =>
      function (...values) {
        const request = original.apply(this, values) as ClientRequest;
        tell(request);
        return request;
      },
  );
  const {request} = module;
  // Node's own sends the headers before anybody can add one.
  replace(
    module,
    'get',
    () =>
      function (...values) {
        const made = Reflect.apply(request, this, values) as ClientRequest;
        made.end();
        return made;
      },
  );
}
