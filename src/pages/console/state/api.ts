import type {AccountEntry} from '../../../admin/accounts.js';
import {parsedJson} from '../../../schema/formats.js';
import {account, accounts, keyOf} from './accounts.js';
import {adminKey, config, isAdminKeyWanted} from './config.js';

class StatusError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export interface SendOptions {
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** The account of the request. Default: the current one */
  readonly account?: string;
}

export interface RawRequest {
  readonly method: string;
  readonly path: string;
  /** The body, which need not be valid JSON. */
  readonly text?: string | undefined;
}

/** Sends a request with the account's key and accepts any status. @throws if there is no response */
export function fetchAny(request: RawRequest, {signal, account: name = account.value}: SendOptions): Promise<Response> {
  const {method, path, text} = request;
  return fetch(path, {
    method,
    headers: {
      Authorization: `Bearer ${keyOf(name)}`,
      ...(path.startsWith('/_sandbox')
        ? adminKey.value !== '' && {'X-Admin-Key': adminKey.value}
        : {'X-Sandbox-Caller': 'console'}),
      ...(text !== undefined && {'Content-Type': 'application/json'}),
    },
    ...(text !== undefined && {body: text}),
    ...(signal !== undefined && {signal}),
  });
}

/** Sends a request with the account's key. @throws if there is no response, or its status is an error */
export async function send(method: string, path: string, options: SendOptions = {}): Promise<Response> {
  const {body} = options;
  const response = await fetchAny({method, path, text: body === undefined ? body : JSON.stringify(body)}, options);
  if (!response.ok) {
    if (response.status === 403 && path.startsWith('/_sandbox') && config.value?.needsAdminKey) {
      isAdminKeyWanted.value = true;
    }
    throw new StatusError(response.status, reasonIn(await response.text(), response.status));
  }
  return response;
}

export async function fetchJson<T>(method: string, path: string, options?: SendOptions): Promise<T> {
  return (await send(method, path, options)).json() as Promise<T>;
}

const constants = new Map<string, Promise<unknown>>();

/** Fetches a document that does not change while the sandbox runs. */
export function fetchOnce<T>(path: string): Promise<T> {
  const document = constants.get(path) ?? fetchJson('GET', path);
  constants.set(path, document);
  document.catch(() => constants.delete(path));
  return document as Promise<T>;
}

function reasonIn(text: string, status: number): string {
  const {error, description} = (parsedJson(text) ?? {}) as {error?: string; description?: string};
  return description ?? error ?? `status ${status}`;
}

/** The status of a failed request; 0 without a response. */
export const statusOf = (error: unknown): number => (error instanceof StatusError ? error.status : 0);

export function reasonOf(error: unknown): string {
  if (error instanceof Error) {
    return error instanceof TypeError ? `No response: ${error.message}` : error.message; // thrown by fetch
  }
  return String(error);
}

/** Loads the accounts with the default account's key, because the key of a deleted account would recreate it. */
export async function loadAccounts(): Promise<void> {
  const {accounts: found} = await fetchJson<{accounts: AccountEntry[]}>('GET', '/_sandbox/accounts', {
    account: config.value!.account,
  });
  if (JSON.stringify(found) !== JSON.stringify(accounts.peek())) {
    accounts.value = found; // an unchanged list causes no update
  }
}
