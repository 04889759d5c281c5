import type {ServerResponse} from 'node:http';
import type {Socket} from 'node:net';
import type {ReachCounter} from '../reach-counter.js';
import {RefusedHost} from './gate.js';

/** An error response: a status and a one-line message. */
export type Refusal = readonly [status: number, text: string];

/** Returns the error for an unreachable host, and counts a rejected one. */
export function refusalFor(host: string, error: unknown, counter: ReachCounter): Refusal {
  if (error instanceof RefusedHost) {
    counter.refused(host);
    return [403, error.message];
  }
  return [502, `${host} cannot be reached: ${(error as Error).message}`];
}

const headers = {'content-type': 'text/plain; charset=utf-8', connection: 'close'};

export function refuseRequest(response: ServerResponse, [status, text]: Refusal): void {
  response.writeHead(status, headers);
  response.end(`crm-sandbox: ${text}\n`);
}

/** The longest reason phrase. When a tunnel fails, clients show the reason phrase but not the body. */
const longestReason = 200;

export function refuseTunnel(socket: Socket, [status, text]: Refusal): void {
  const body = `crm-sandbox: ${text}\n`;
  const lines = [
    `HTTP/1.1 ${status} ${text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, longestReason)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}
