import {request as httpRequest, type IncomingMessage, type RequestOptions, type ServerResponse} from 'node:http';
import {request as httpsRequest} from 'node:https';
import type {Gate} from './gate.js';
import {type Route, toUpstream, unknownProxy} from './reach.js';
import {idle} from './tunnels.js';

/** Hop-by-hop headers. RFC 9110, 7.6.1. */
const ofOneStep = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const withoutSteps = <V>(headers: Readonly<Record<string, V>>): Record<string, V> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofOneStep.has(name)));

/**
 * Forwards a request with an absolute URL, `GET http://host/path`, and its response.
 * @param onError called with an error that occurs before the response has started
 * @throws RefusedHost if the gate rejects the host
 */
export function forward(
  request: IncomingMessage,
  response: ServerResponse,
  {url, route, gate}: {readonly url: URL; readonly route: Route; readonly gate: Gate},
  onError: (error: Error) => void,
): void {
  const isTls = url.protocol === 'https:';
  const port = portOf(url);
  gate.check(hostOf(url), port);
  if (route === 'unknown') {
    throw new Error(unknownProxy);
  }
  const options: RequestOptions =
    route === 'straight'
      ? {host: hostOf(url), port, agent: false, lookup: gate.lookup(port), path: `${url.pathname}${url.search}`}
      : {...toUpstream(route), path: url.href};
  const send = (route === 'straight' ? isTls : route.isTls) ? httpsRequest : httpRequest;
  const passed = send({
    ...options,
    method: request.method ?? 'GET',
    headers: {...withoutSteps(request.headers), ...(options.headers as object), host: url.host},
    timeout: idle,
  });
  passed.on('timeout', () => passed.destroy(new Error(`${url.host} does not answer`)));
  passed.on('response', answer => {
    response.writeHead(answer.statusCode ?? 502, withoutSteps(answer.headers));
    answer.on('error', () => response.destroy());
    answer.pipe(response);
  });
  passed.on('error', error => (response.headersSent ? response.destroy() : onError(error)));
  request.on('error', () => passed.destroy());
  response.once('close', () => passed.destroy());
  request.pipe(passed);
}

export const hostOf = ({hostname}: URL): string => hostname.replace(/^\[|\]$/g, '');

export const portOf = ({port, protocol}: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80);
