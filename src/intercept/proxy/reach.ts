import {request as httpRequest, type RequestOptions} from 'node:http';
import {request as httpsRequest} from 'node:https';
import {connect, type Socket} from 'node:net';
import type {Gate} from './gate.js';
import type {Route, Upstream} from './routes.js';

/** Milliseconds to wait for a connection. */
const connectTimeout = 30_000;

export interface Destination {
  readonly host: string;
  readonly port: number;
  readonly route: Route;
}

export const unknownProxy = 'The proxy of the environment is none that is spoken here: http:// or https:// is';

/**
 * Connects to another host, through the user's own proxy if one is configured.
 * @param left aborted when the client disconnects
 * @throws RefusedHost if the gate rejects the host; an Error that describes any other failure
 */
export async function reach({host, port, route}: Destination, gate: Gate, left: AbortSignal): Promise<Socket> {
  gate.check(host, port);
  if (route === 'unknown') {
    throw new Error(unknownProxy);
  }
  return route === 'straight' ? straight(host, port, gate, left) : through(route, host, port, left);
}

function straight(host: string, port: number, gate: Gate, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({host, port, lookup: gate.lookup(port), signal});
    socket.setTimeout(connectTimeout, () => socket.destroy(new Error(`${host} does not answer`)));
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

export const toUpstream = ({host, port, authorization}: Upstream): RequestOptions => ({
  host,
  port,
  agent: false,
  timeout: connectTimeout,
  ...(authorization !== undefined && {headers: {'proxy-authorization': authorization}}),
});

function through(upstream: Upstream, host: string, port: number, signal: AbortSignal): Promise<Socket> {
  const path = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const {headers, ...options} = toUpstream(upstream);
  return new Promise((resolve, reject) => {
    const request = (upstream.isTls ? httpsRequest : httpRequest)({
      ...options,
      method: 'CONNECT',
      path,
      headers: {...(headers as object), host: path},
      signal,
    });
    request.on('timeout', () => request.destroy(new Error('The proxy of the environment does not answer')));
    request.on('error', reject);
    const refuse = (status: number | undefined) =>
      reject(new Error(`The proxy of the environment answered ${status} for ${host}`));
    request.on('connect', ({statusCode}, socket, head) => {
      if (statusCode !== 200) {
        socket.destroy();
        refuse(statusCode);
        return;
      }
      if (head.length > 0) {
        socket.unshift(head);
      }
      resolve(socket as Socket);
    });
    request.on('response', response => {
      response.destroy();
      refuse(response.statusCode);
    });
    request.end();
  });
}
