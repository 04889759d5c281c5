import {subscribe} from 'node:diagnostics_channel';
import type {ClientRequest} from 'node:http';
import type {ClientHttp2Session, OutgoingHttpHeaders} from 'node:http2';
import {isOneOf, withoutPort} from '../host-name.js';
import type {Run} from '../redirect/setting.js';
import {builtin, replace} from '../replace.js';
import {callerLine, header} from './caller-line.js';

/** Read again when the variable changes: a test suite may set it after this file was loaded. */
let read = {url: '', hosts: [] as string[]};

function sandboxHosts(): readonly string[] {
  const url = process.env.CRM_SANDBOX_URL ?? '';
  if (url !== read.url) {
    read = {url, hosts: hostsOf(url)};
  }
  return read.hosts;
}

const loopback = ['127.0.0.1', 'localhost', '[::1]'];

function hostsOf(url: string): string[] {
  try {
    const {host, hostname, port} = new URL(url);
    return loopback.includes(hostname) ? loopback.map(name => (port === '' ? name : `${name}:${port}`)) : [host];
  } catch {
    return [];
  }
}

/** @param host as in a URL: `127.0.0.1:4080` */
export const isWatched = (host: string, runs: readonly Run[]): boolean =>
  sandboxHosts().includes(host) || runs.some(({hosts}) => isOneOf(hosts, withoutPort(host)));

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

function mayBeOfGot(request: ClientRequest): void {
  untold = request;
  queueMicrotask(() => {
    untold = undefined;
  });
}

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
