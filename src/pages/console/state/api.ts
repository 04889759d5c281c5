import {account, keyOf} from './accounts.js';
import {adminKey, config, isAdminKeyWanted} from './config.js';

export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface Call {
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** The account of the request. Default: the shown account */
  readonly account?: string;
}

/** Sends a request with the account's key. @throws Refusal, or a TypeError if there is no response */
export async function send(method: string, path: string, {body, signal, account: name}: Call = {}): Promise<Response> {
  const response = await fetch(path, {
    method,
    headers: {
      Authorization: `Bearer ${keyOf(name ?? account.value)}`,
      ...(adminKey.value !== '' && {'X-Admin-Key': adminKey.value}),
      ...(path.startsWith('/api/') && {'X-Sandbox-Caller': 'console'}),
      ...(body !== undefined && {'Content-Type': 'application/json'}),
    },
    ...(body !== undefined && {body: JSON.stringify(body)}),
    ...(signal !== undefined && {signal}),
  });
  if (!response.ok) {
    noteAdminKey(response.status, path);
    throw new Refusal(response.status, reasonIn(await response.text(), response.status));
  }
  return response;
}

/** Like `send`, and returns the parsed JSON. */
export async function ask<T>(method: string, path: string, call?: Call): Promise<T> {
  return (await send(method, path, call)).json() as Promise<T>;
}

/**
 * Reads data as the API returns them, without an entry in the journal or a count.
 * @param path of the API, without its version: `/gifts/7`
 * @param asOf an earlier state: `request:142`
 */
export function read<T>(path: string, asOf?: string, call?: Call): Promise<T> {
  const state = asOf === undefined ? '' : `&as_of=${encodeURIComponent(asOf)}`;
  return ask<T>('GET', `/_sandbox/read?path=${encodeURIComponent(path)}${state}`, call);
}

function noteAdminKey(status: number, path: string): void {
  if (status === 403 && path.startsWith('/_sandbox') && config.value?.needsAdminKey) {
    isAdminKeyWanted.value = true;
  }
}

function reasonIn(text: string, status: number): string {
  try {
    const {error, description} = JSON.parse(text) as {error?: string; description?: string};
    return description ?? error ?? `status ${status}`;
  } catch {
    return `status ${status}`;
  }
}

export const reasonOf = (error: unknown): string =>
  error instanceof Refusal ? error.message : error instanceof Error ? `No answer: ${error.message}` : String(error);
