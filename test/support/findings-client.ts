import type {RunningSandbox} from '../../src/sandbox/start-sandbox.js';
import {sendExample} from './findings.js';

// biome-ignore lint/suspicious/noExplicitAny: clients read responses without declaring their types
type Body = any;

export interface ClientReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** A client of the service with relative paths and JSON bodies. */
export interface Client {
  send(method: string, path: string, body?: unknown): Promise<ClientReply>;
  get(path: string): Promise<Body>;
  post(path: string, body: unknown): Promise<Body>;
  patch(path: string, body: unknown): Promise<Body>;
}

export function clientOf(sandbox: RunningSandbox, key: string): Client {
  const send = async (method: string, path: string, body?: unknown): Promise<ClientReply> => {
    const where = path.startsWith('http') ? path.slice(sandbox.url.length) : `/api/v1${path}`;
    const {status, headers, text} = await sendExample(sandbox, key, {method, path: where, body});
    return {status, headers, body: text === '' ? undefined : JSON.parse(text)};
  };
  const body = (method: string) => async (path: string, sent?: unknown) => (await send(method, path, sent)).body;
  return {send, get: body('GET'), post: body('POST'), patch: body('PATCH')};
}
