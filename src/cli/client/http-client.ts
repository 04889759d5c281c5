import type {IncomingMessage} from 'node:http';
import {hostname, networkInterfaces} from 'node:os';
import {json as readJson} from 'node:stream/consumers';
import {isObject} from '../../schema/items.js';
import {CommandError, exitCodes} from '../command-error.js';

/** Replaces the wildcard address, to which clients on some systems cannot connect. */
export const reachable = (url: string) => url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');

export const isEverywhere = (host: string) => ['0.0.0.0', '::', '[::]'].includes(host);

export const urlAt = (host: string, port: number, isTls = false) =>
  reachable(`${isTls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`);

export function isOfThisMachine(url: string): boolean {
  const name = new URL(url).hostname.replace(/^\[|\]$/g, '');
  const addresses = Object.values(networkInterfaces()).flatMap(all => (all ?? []).map(({address}) => address));
  return /^127\.|^::1$|(?:^|\.)localhost$/.test(name) || [hostname().toLowerCase(), ...addresses].includes(name);
}

interface OutgoingRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | undefined;
  /** Milliseconds to wait for the response to start. Default: no limit */
  readonly patience?: number | undefined;
}

/** Milliseconds. */
const longestTimer = 2 ** 31 - 1;

/** Connection refused, host unknown, or a forwarder without a target. */
const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EADDRNOTAVAIL',
  'ETIMEDOUT',
  'EPIPE',
  'ABORT_ERR',
]);

/** Nothing responds at the address; `wait` retries after this error. */
export class Unreachable extends CommandError {
  constructor(url: string, remedy = ' Start it: crm-sandbox start') {
    super(`Nothing answers at ${url}.${remedy}`, exitCodes.unavailable);
  }
}

export const notASandbox = (url: string, why: string) =>
  new CommandError(`The server at ${url} is not crm-sandbox (${why}). See --url`);

/** Sends a request and resolves when the response starts. Used instead of `fetch`, which blocks some ports. */
export async function send(url: string, path: string, outgoing: OutgoingRequest): Promise<IncomingMessage> {
  const {method = 'GET', headers = {}, body, patience = longestTimer} = outgoing;
  const isTls = url.startsWith('https:');
  const {request} = await (isTls ? import('node:https') : import('node:http'));
  const signal = AbortSignal.timeout(Math.min(patience, longestTimer));
  const rejectUnauthorized = !(isTls && isOfThisMachine(url)); // accepts a self-signed certificate
  return await new Promise((resolve, reject) => {
    request(`${url}${path}`, {method, headers, agent: false, signal, rejectUnauthorized}, resolve)
      .on('error', reject)
      .end(body);
  });
}

export const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? (error as Error).message;

/** The part of the `GET /health` response that commands use. */
export interface Health {
  readonly status: 'ok' | 'standby';
  readonly version: string;
  readonly seed: number;
  readonly pid?: number;
}

/** @returns undefined if the sandbox is not ready. @throws CommandError if nothing responds, or another server does */
export async function requestHealth(url: string, patience?: number): Promise<Health | undefined> {
  const response = await send(url, '/health', {patience}).catch(error => {
    const code = codeOf(error);
    throw unreachable.has(code) ? new Unreachable(url) : notASandbox(url, `it does not speak HTTP: ${code}`);
  });
  const reply = await readJson(response).catch(() => undefined);
  if (response.statusCode !== 200) {
    const description = descriptionIn(reply);
    if (description !== undefined) {
      throw new CommandError(description);
    }
    return undefined;
  }
  if (!isObject(reply) || !('seed' in reply) || typeof reply['version'] !== 'string') {
    throw notASandbox(url, 'its GET /health is another one');
  }
  return reply as unknown as Health;
}

/** The description in a sandbox's error response, which has the service's format. */
export const descriptionIn = (reply: unknown): string | undefined =>
  isObject(reply) && 'api_version' in reply && 'description' in reply ? String(reply['description']) : undefined;
