import type {IncomingMessage} from 'node:http';
import {json as readJson} from 'node:stream/consumers';
import {CommandError} from '../command-error.js';
import {exitCodes} from '../exit-codes.js';

export interface Question {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Milliseconds to wait for the answer to begin. Default: as long as it takes */
  readonly patience?: number;
}

/** Milliseconds. */
const longestTimer = 2 ** 31 - 1;

/** Nobody listens there, or no such machine is known, or what forwards to it finds nothing. */
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

/** Nothing answers there, which `wait` waits for to change. */
export class Unreachable extends CommandError {
  constructor(url: string, remedy = ' Start it: crm-sandbox start') {
    super(`Nothing answers at ${url}.${remedy}`, exitCodes.unavailable);
  }
}

export const notASandbox = (url: string, why: string) =>
  new CommandError(`The server at ${url} is not crm-sandbox (${why}). See --url`);

/** Sends one request, to any port, and resolves once the answer begins. `fetch` keeps away from some ports. */
export async function send(url: string, path: string, question: Question = {}): Promise<IncomingMessage> {
  const {method = 'GET', headers = {}, body, patience = longestTimer} = question;
  const {request} = await (url.startsWith('https:') ? import('node:https') : import('node:http'));
  const signal = AbortSignal.timeout(Math.min(patience, longestTimer));
  return await new Promise((resolve, reject) => {
    request(`${url}${path}`, {method, headers, agent: false, signal}, resolve).on('error', reject).end(body);
  });
}

/** What the system calls an error. */
export const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? (error as Error).message;

/** What `GET /health` answers, as far as it matters here. */
export interface Health {
  readonly version: string;
  readonly seed: number;
  /** The process that serves. */
  readonly pid?: number;
}

/** @returns undefined where it is not ready. @throws CommandError where nothing answers, or something else does */
export async function askHealth(url: string, patience?: number): Promise<Health | undefined> {
  const response = await send(url, '/health', patience === undefined ? {} : {patience}).catch(error => {
    const code = codeOf(error);
    throw unreachable.has(code) ? new Unreachable(url) : notASandbox(url, `it does not speak HTTP: ${code}`);
  });
  const reply = (await readJson(response).catch(() => undefined)) as Partial<Health> | Refusal | undefined;
  if (response.statusCode !== 200) {
    const description = descriptionIn(reply);
    if (description !== undefined) {
      throw new CommandError(description);
    }
    return undefined;
  }
  if (!isObject(reply) || !('seed' in reply) || typeof reply.version !== 'string') {
    throw notASandbox(url, 'its GET /health is another one');
  }
  return reply as Health;
}

interface Refusal {
  readonly api_version: string;
  readonly description: string;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** What a sandbox says is wrong, in the service's own shape of an error. */
export const descriptionIn = (reply: unknown): string | undefined =>
  isObject(reply) && 'api_version' in reply && 'description' in reply ? String(reply.description) : undefined;
