import {subscribe} from 'node:diagnostics_channel';
import type {ClientRequest} from 'node:http';
import type {ClientHttp2Session, OutgoingHttpHeaders} from 'node:http2';
import {isOneOf, withoutPort} from '../host-name.js';
import type {Run} from '../redirect/setting.js';
import {builtin, replace} from '../replace.js';
import {callerLine, header} from './caller-line.js';

/** Cached until the variable changes: a test suite may set it after this file was loaded. */
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

/** The message that undici publishes for a request: in Node's `fetch`, as a package, or in a bundle. */
interface UndiciRequest {
  readonly origin?: string | URL;
  readonly method?: string;
  /** Alternating names and values; older versions publish one text. */
  readonly headers?: readonly unknown[] | string;
  readonly addHeader?: (name: string, value: string) => unknown;
}

/** undici publishes within the call that makes the request, so the stack leads to the user's line. */
export function addCallerToUndici(isWatched: (host: string) => boolean): void {
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
    } catch {} // the user's request goes on without the header
  });
}

const has = (headers: UndiciRequest['headers']): boolean =>
  typeof headers === 'string'
    ? headers.toLowerCase().includes(`${header}:`)
    : (headers ?? []).some((word, place) => place % 2 === 0 && String(word).toLowerCase() === header);

/** Covers `http`, `https` and the clients that use them: axios, node-fetch, got. */
export function addCallerToHttp(isWatched: (host: string) => boolean): void {
  const addTo = (request: ClientRequest) => {
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
    } catch {} // the user's request goes on without the header
  };
  if (isPublished()) {
    subscribe('http.client.request.created', message => addTo((message as {readonly request: ClientRequest}).request));
  } else {
    for (const name of ['node:http', 'node:https']) {
      wrap(builtin(name), addTo);
    }
  }
}

/** Node publishes each new request since 22.12 and 23.2. */
function isPublished(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 23 || (major === 23 && minor >= 2) || (major === 22 && minor >= 12);
}

type HttpModule = Pick<typeof import('node:http'), 'get' | 'request'>;

function wrap(module: HttpModule, addTo: (request: ClientRequest) => void): void {
  replace(
    module,
    'request',
    original =>
      function (...values) {
        const request = original.apply(this, values) as ClientRequest;
        addTo(request);
        return request;
      },
  );
  const {request} = module;
  // Node's own function sends the headers before one can be added.
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

/** Limits `lines`. */
const maxLines = 1000;

/** The lines of got's pending requests, by got's ids. got may retry each. The oldest are dropped. */
const lines = new Map<string, string>();

/** The latest request without a line, until the current microtask ends. */
let unlabelled: ClientRequest | undefined;

/**
 * got makes its request long after the call, when no stack leads to the user's line any more. It publishes both the call
 * and the start of the request, since version 14.6.
 */
export function addCallerToGot(isWatched: (host: string) => boolean): void {
  subscribe('got:request:create', message => {
    try {
      const {requestId, url} = message as {readonly requestId: string; readonly url: string};
      const line = isWatched(new URL(url).host) ? callerLine() : undefined;
      if (line !== undefined) {
        lines.set(requestId, line);
        forget();
      }
    } catch {} // the user's request goes on without the header
  });
  subscribe('got:request:start', message => {
    try {
      const line = lines.get((message as {readonly requestId: string}).requestId);
      if (line !== undefined && unlabelled?.headersSent === false) {
        unlabelled.setHeader(header, line);
      }
    } catch {}
  });
}

function forget(): void {
  if (lines.size > maxLines) {
    lines.delete(lines.keys().next().value as string);
  }
}

function mayBeOfGot(request: ClientRequest): void {
  unlabelled = request;
  queueMicrotask(() => {
    unlabelled = undefined;
  });
}

/** Only intercepted hosts use HTTP/2. Each session has its own `request` function. */
export function addCallerToHttp2(isWatched: (host: string) => boolean): void {
  replace(
    builtin<typeof import('node:http2')>('node:http2'),
    'connect',
    original =>
      function (...values) {
        const session = original.apply(this, values) as ClientHttp2Session;
        try {
          if (isWatched(new URL(String(values[0])).host)) {
            replace(session, 'request', labelled);
          }
        } catch {} // the user's session goes on without the header
        return session;
      },
  );
}

type Http2Request = (this: unknown, ...values: unknown[]) => unknown;

const labelled = (request: Http2Request): Http2Request =>
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
