import {subscribe} from 'node:diagnostics_channel';
import type {ClientRequest} from 'node:http';
import type {ClientHttp2Session, OutgoingHttpHeaders} from 'node:http2';
import {isBun} from '../bun.js';
import {isDeno} from '../deno.js';
import {isOneOf, withoutPort} from '../hosts.js';
import type {Run} from '../redirect/setting.js';
import {builtin, replace} from '../replace.js';
import {callChain, header} from './call-chain.js';
import {fetchChannel} from './frames.js';

/** Adds the lines of the user's code to requests to the sandbox. */
export function addCaller(runs: readonly Run[]): void {
  const isWatched: IsWatched = host =>
    sandboxHosts().includes(host) || runs.some(({hosts}) => isOneOf(hosts, withoutPort(host)));
  addCallerToUndici(isWatched);
  addCallerToHttp(isWatched);
  addCallerToGot(isWatched);
  listen<Headers>(fetchChannel, headers => {
    const chain = headers.has(header) ? undefined : callChain();
    if (chain !== undefined) {
      headers.set(header, chain);
    }
  });
  if (isDeno || isBun || publishesLate) {
    addCallerToFetch(isWatched);
  }
  if (runs.length > 0) {
    addCallerToHttp2(isWatched);
  }
}

/** @param host as in a URL: `127.0.0.1:4080` */
type IsWatched = (host: string) => boolean;

const loopback = ['127.0.0.1', 'localhost', '[::1]'];

/** A test suite may set the variable after this file was loaded. */
function sandboxHosts(): string[] {
  const {CRM_SANDBOX_URL: url = ''} = process.env;
  if (!URL.canParse(url)) {
    return [];
  }
  const {host, hostname, port} = new URL(url);
  return loopback.includes(hostname) ? loopback.map(name => (port === '' ? name : `${name}:${port}`)) : [host];
}

/** Ignores errors: the user's request continues without the header. */
function attempt(act: () => void): void {
  try {
    act();
  } catch {}
}

const listen = <Message>(channel: string, act: (message: Message) => void): void =>
  subscribe(channel, message => attempt(() => act(message as Message)));

/** The message that undici publishes for a request: in Node's `fetch`, as a package, or in a bundle. */
interface UndiciRequest {
  readonly origin?: string | URL;
  readonly method?: string;
  /** Alternating names and values; older versions publish one text. */
  readonly headers?: readonly unknown[] | string;
  readonly addHeader?: (name: string, value: string) => unknown;
}

/** undici publishes within the call that makes the request, so the stack includes the user's line. */
function addCallerToUndici(isWatched: IsWatched): void {
  listen<{readonly request: UndiciRequest}>('undici:request:create', ({request}) => {
    const {origin, method, headers} = request;
    if (origin !== undefined && method !== 'CONNECT' && isWatched(new URL(origin).host) && !has(headers)) {
      const chain = callChain();
      if (chain !== undefined) {
        request.addHeader?.(header, chain);
      }
    }
  });
}

const has = (headers: UndiciRequest['headers']): boolean =>
  typeof headers === 'string'
    ? headers.toLowerCase().includes(`${header}:`)
    : (headers ?? []).some((word, index) => index % 2 === 0 && String(word).toLowerCase() === header);

type HttpModule = Pick<typeof import('node:http'), 'get' | 'request'>;

/** Covers `http`, `https` and the clients that use them: axios, node-fetch, got. */
function addCallerToHttp(isWatched: IsWatched): void {
  const addTo = (request: ClientRequest) =>
    attempt(() => {
      const host = request.getHeader('host');
      const isOpen = !request.headersSent && request.method !== 'CONNECT' && !request.hasHeader(header);
      if (isOpen && typeof host === 'string' && isWatched(host)) {
        const chain = callChain();
        if (chain === undefined) {
          mayBeOfGot(request);
        } else {
          request.setHeader(header, chain);
        }
      }
    });
  for (const name of ['node:http', 'node:https']) {
    const module = builtin<HttpModule>(name);
    replace(module, 'request', (original, self, values) => {
      const request = original.apply(self, values) as ClientRequest;
      addTo(request);
      return request;
    });
    const {request} = module;
    // Node's own function sends the headers before one can be added.
    replace(module, 'get', (_, self, values) => (Reflect.apply(request, self, values) as ClientRequest).end());
  }
}

/** Maximum size of `chains`. */
const maxChains = 1000;

/** The call chains of got's pending requests, by got's ids, because got may retry each. The oldest are dropped. */
const chains = new Map<string, string>();

/** The latest request without a chain, until the current microtask ends. */
let unlabelled: ClientRequest | undefined;

function mayBeOfGot(request: ClientRequest): void {
  unlabelled = request;
  queueMicrotask(() => {
    unlabelled = undefined;
  });
}

/**
 * got sends its request long after the call, when the stack no longer includes the user's line. Since version 14.6, it
 * publishes both the call and the start of the request.
 */
function addCallerToGot(isWatched: IsWatched): void {
  listen<{readonly requestId: string; readonly url: string}>('got:request:create', ({requestId, url}) => {
    const chain = isWatched(new URL(url).host) ? callChain() : undefined;
    if (chain !== undefined) {
      chains.set(requestId, chain);
    }
    if (chains.size > maxChains) {
      chains.delete(chains.keys().next().value as string);
    }
  });
  listen<{readonly requestId: string}>('got:request:start', ({requestId}) => {
    const chain = chains.get(requestId);
    if (chain !== undefined && unlabelled?.headersSent === false) {
      unlabelled.setHeader(header, chain);
    }
  });
}

/** Since undici 8, Node publishes some requests later, when the stack no longer includes the user's line. */
const publishesLate = Number.parseInt(process.versions['undici'] ?? '', 10) >= 8;

/** The `fetch` of Deno and Bun publishes nothing. */
function addCallerToFetch(isWatched: IsWatched): void {
  replace(globalThis, 'fetch', (original, self, [input, init]) => {
    let headers: Headers | undefined;
    attempt(() => {
      const request = input instanceof Request ? input : undefined;
      const given = new Headers((init as RequestInit | undefined)?.headers ?? request?.headers);
      const isOpen = isWatched(new URL(request?.url ?? String(input)).host) && !given.has(header);
      const chain = isOpen ? callChain() : undefined;
      if (chain !== undefined) {
        given.set(header, chain);
        headers = given;
      }
    });
    return original.call(self, input, headers === undefined ? init : {...(init as RequestInit), headers});
  });
}

/** Only intercepted hosts use HTTP/2. Each session has its own `request` function. */
function addCallerToHttp2(isWatched: IsWatched): void {
  replace(builtin<typeof import('node:http2')>('node:http2'), 'connect', (original, self, values) => {
    const session = original.apply(self, values) as ClientHttp2Session;
    attempt(() => {
      if (isWatched(new URL(String(values[0])).host)) {
        replace(session, 'request', (request, on, [headers, ...rest]) => request.call(on, withChain(headers), ...rest));
      }
    });
    return session;
  });
}

function withChain(headers: unknown): unknown {
  const given = (headers ?? {}) as OutgoingHttpHeaders;
  let chain: string | undefined;
  attempt(() => {
    const isKept = Array.isArray(given) || Object.keys(given).some(name => name.toLowerCase() === header);
    chain = isKept ? undefined : callChain();
  });
  return chain === undefined
    ? headers
    : Object.assign(Object.create(Object.getPrototypeOf(given)), given, {[header]: chain});
}
