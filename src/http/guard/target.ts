import {existsSync} from 'node:fs';
import {isIP} from 'node:net';
import {hostname} from 'node:os';
import type {Middleware} from 'koa';
import type {Accounts} from '../../accounts/accounts.js';
import {badRequest, forbidden, parameterError} from '../../errors.js';
import {hostWithoutKey} from '../../exchanges/redact.js';
import {type Way, wayOf} from '../../intercept/connection.js';
import {limits} from '../../limits.js';
import {hostName, isOneOf, withoutPort} from '../../preload/hosts.js';
import {quote} from '../../schema/fields.js';
import type {RequestStep} from '../request-state.js';
import {givenOrigin} from '../server.js';

/** @throws a 403 for a host that is not allowed, with or without a port */
export type CheckName = (host: string) => void;

/**
 * Accepts only this machine's own host names and the allowed ones. A web page could otherwise point its own name at
 * 127.0.0.1 (DNS rebinding) and reach the sandbox from a developer's browser; a numeric address can't be rebound.
 */
export function checkHost(checkName: CheckName): Middleware {
  return (ctx, next) => {
    const {host = ''} = ctx.req.headers;
    ctx.state.origin ??= givenOrigin(ctx.req.socket); // a replay has set the one from the trace
    if (host !== '') {
      checkName(host);
    } else if (ctx.req.httpVersion !== '1.0') {
      throw badRequest('The request has no Host header');
    }
    return next();
  };
}

/** The host machine's name in a container. */
const dockerHost = 'host.docker.internal';

/** True in a container of Docker, Podman or Kubernetes. */
export const isContainer = (environment = process.env): boolean =>
  ['/.dockerenv', '/run/.containerenv'].some(file => existsSync(file)) || 'KUBERNETES_SERVICE_HOST' in environment;

/**
 * @param allowed names in addition to this machine's own; `*` allows any
 * @param inContainer also allows names without a dot: other containers use them, and no web page can own one
 */
export function namesOf(allowed: readonly string[], inContainer = false): CheckName {
  if (allowed.includes('*')) {
    return () => undefined;
  }
  const own = hostname().toLowerCase();
  const names = ['localhost', dockerHost, own, `${own}.local`, ...allowed.map(hostName)];
  let accepted = ''; // most clients repeat the same name
  return host => {
    if (host === accepted) {
      return;
    }
    const name = hostName(withoutPort(host));
    const isShort = inContainer && !name.includes('.');
    if (!isShort && !isOneOf(names, name) && !name.endsWith('.localhost') && isIP(name) === 0) {
      const shown = hostWithoutKey(name);
      throw forbidden(`The sandbox does not answer to the host ${quote(shown)}; start it with --allow-host ${shown}`);
    }
    accepted = host;
  };
}

/**
 * Responds as the intercepted hosts: `next_link` contains their names, with https, regardless of the connection.
 * @param onRequest called for each request to the API, including those at the sandbox's own URL
 */
export function namedHosts(hosts: readonly string[], onRequest: (way: Way) => void): RequestStep {
  return async (ctx, next) => {
    const host = withoutPort(ctx.get('Host'));
    const isIntercepted = isOneOf(hosts, host);
    const way = isIntercepted ? wayOf(ctx.req.socket) : 'url';
    if (isIntercepted) {
      ctx.state.origin = `https://${hostName(host)}`;
      ctx.state.isIntercepted = true;
    }
    try {
      await next();
    } finally {
      if ((ctx.state.surface ?? 'api') === 'api') {
        onRequest(way);
      }
    }
  };
}

const absoluteForm = /^https?:\/\/([^/?#]*)/i;

/** @returns the path, and the host if the target is an absolute URL; undefined for a form that no server accepts */
function readTarget(sent: string): {readonly url: string; readonly host?: string} | undefined {
  if (sent.startsWith('/') || sent === '*') {
    return {url: sent};
  }
  const [begin = '', host] = absoluteForm.exec(sent) ?? [];
  if (host === undefined || !isHost(host)) {
    return undefined;
  }
  const rest = sent.slice(begin.length);
  return {url: rest.startsWith('/') ? rest : `/${rest}`, host};
}

/**
 * Rewrites `GET http://host/path HTTP/1.1` to `GET /path` with that host: clients of a proxy send this form, and every
 * server must accept it. The target's host overrides the Host header. It never throws, so that it can precede the error
 * handler: an invalid target becomes `/` until `checkUrl` rejects it.
 */
export const normalizeTarget: Middleware = (ctx, next) => {
  const {url, host} = readTarget(ctx.url) ?? {url: '/'};
  ctx.url = url;
  if (host !== undefined) {
    ctx.req.headers.host = host;
  }
  return next();
};

export const isReadable = (sent: string): boolean => readTarget(sent) !== undefined;

/** A name or an address, and an optional port: no other part of a URL. */
const hostForm = /^(?:\[([\d.:a-f]{2,45})\]|[\w.-]{1,253})(?::(\d{0,5}))?$/i;

const largestPort = 65_535;

/** True if a Host header is a valid host. `evil.example/x.localhost` is not, although it ends like an allowed name. */
export function isHost(host: string): boolean {
  const [whole, address, port = ''] = hostForm.exec(host) ?? [];
  return whole !== undefined && (address === undefined || isIP(address) === 6) && Number(port) <= largestPort;
}

/**
 * Rejects malformed URLs and those that would lose data when decoded: invalid UTF-8, and more parameters than the
 * parser reads.
 */
export const checkUrl: Middleware = (ctx, next) => {
  const {url} = ctx;
  if (!isReadable(ctx.originalUrl)) {
    throw badRequest('The request line names no path of this server; one such as /api/v1/funds is expected');
  }
  const {host = ''} = ctx.req.headers;
  if (host !== '' && !isHost(host)) {
    throw badRequest(
      `The Host header is ${quote(hostWithoutKey(host))}; the name of a host is expected, or an address, and a port up to 65535`,
    );
  }
  if (url.includes('%') && !isUtf8Encoded(url)) {
    throw badRequest('The percent-encoding of the URL is not UTF-8; encode each character as the bytes of its UTF-8');
  }
  // Each parameter has at least one character and an ampersand.
  if (
    url.length > limits.queryParameters * 2 &&
    url.split('&', limits.queryParameters + 1).length > limits.queryParameters
  ) {
    throw parameterError(
      `The query has more than ${limits.queryParameters} parameters; ${limits.queryParameters} are the most`,
    );
  }
  return next();
};

/** True if the escapes of a URL are valid UTF-8; a percent sign without an escape is literal. */
export function isUtf8Encoded(url: string): boolean {
  try {
    decodeURIComponent(url.replaceAll(/%(?![\da-f]{2})/gi, '%25'));
    return true;
  } catch {
    return false;
  }
}

/** Rejects all requests with a 503 while another node owns the accounts. Every node serves `/health`. */
export function serveIfActive(accounts: Accounts): RequestStep {
  return (ctx, next) => {
    const {refusal} = accounts;
    if (refusal === undefined || ctx.path === '/health') {
      return next();
    }
    ctx.state.surface = 'page';
    throw refusal;
  };
}
