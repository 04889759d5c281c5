import {Agent, request} from 'node:http';
import querystring from 'node:querystring';
import {setImmediate} from 'node:timers/promises';
import {defaultAccount} from '../../accounts/accounts.js';
import {listenerId} from '../../accounts/submissions.js';
import type {Resend, ResendTo, Resent} from '../../admin/admin-operation.js';
import {adminOperations} from '../../admin/index.js';
import {serviceUnavailable} from '../../errors.js';
import type {ExchangeBus} from '../../exchanges/bus.js';
import type {FullExchange} from '../../exchanges/exchange.js';
import type {KeptExchange} from '../../exchanges/journal/kept-exchange.js';
import {hidden} from '../../exchanges/redact.js';
import type {TracedControl, TracedRequest} from '../../exchanges/trace/format.js';
import {tracedRequest} from '../../exchanges/trace/traced.js';
import {accountKey} from '../../http/guard/keys.js';
import {accountPrefix, namedKeys} from '../../http/guard/named-keys.js';

interface Reply {
  readonly status: number;
  readonly text: string;
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

const unknownKey = 'a-key-that-nobody-has';

const noListener = '00000000-0000-4000-a000-000000000000';

/** Sends the requests of a trace to a sandbox, in order. */
export class SendAgain {
  readonly #agent = new Agent({keepAlive: true, maxSockets: 1});
  readonly #host: string;
  readonly #port: number;
  readonly #seed: number;

  constructor(port: number, seed: number, host = '127.0.0.1') {
    this.#host = host;
    this.#port = port;
    this.#seed = seed;
  }

  /** @throws the system's own error if there is no response */
  request(traced: TracedRequest): Promise<Reply> {
    const {method, url, headers: {host = '127.0.0.1', ...headers} = {}, caller, body} = traced;
    const key = keyOf(traced);
    const scheme = traced.key?.scheme;
    return this.#send({
      method,
      path: this.#unhidden(url, traced.account, scheme === 'access_token' ? key : ''),
      headers: {
        host: `${host.replace(hidden, 'hidden')}:${this.#port}`,
        ...headers,
        ...(caller !== undefined && {'x-sandbox-caller': caller}),
        ...(scheme === 'basic' && {authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`}),
        ...(scheme === 'bearer' && {authorization: `Bearer ${key}`}),
      },
      body,
    });
  }

  /** @returns undefined if the operation no longer exists */
  control({operation: id, account, params = {}, query = {}, body, text}: TracedControl): Promise<Reply> | undefined {
    const operation = adminOperations.find(operation => operation.id === id);
    if (operation === undefined) {
      return undefined;
    }
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const asked = new URLSearchParams(query).toString();
    return this.#send({
      method: operation.method,
      path: asked === '' ? path : `${path}?${asked}`,
      headers: {authorization: `Bearer ${accountKey(account)}`, 'content-type': 'application/json'},
      body: text ?? (body === undefined ? undefined : JSON.stringify(withoutEnd(id, body))),
    });
  }

  close(): void {
    this.#agent.destroy();
  }

  #send({method, path, headers, body}: Sent): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const length = body === undefined ? {} : {'content-length': `${Buffer.byteLength(body)}`};
      const options = {port: this.#port, agent: this.#agent, method, path, headers: {...headers, ...length}};
      const sent = request({host: this.#host, ...options}, response => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => resolve({status: response.statusCode!, text: Buffer.concat(chunks).toString('utf8')}));
      });
      sent.on('error', reject).end(body);
    });
  }

  /** @param key the key that the query contained, if any */
  #unhidden(url: string, account: string | null, key: string): string {
    const listener = account === null ? noListener : listenerId(this.#seed, account);
    return url
      .replace(`ntegrations/${hidden}`, `ntegrations/${listener}`)
      .split(/([?&])/)
      .map(part => (isKey(part) && key !== '' ? part.replace(hidden, () => encodeURIComponent(key)) : part))
      .join('')
      .replaceAll(hidden, 'hidden');
  }
}

/** True if a parameter held the key. Its name can be percent-encoded. */
const isKey = (parameter: string): boolean => querystring.unescape(parameter) === `access_token=${hidden}`;

/** Removes the expiry: the trace determines when an account expires, not the machine's time. */
function withoutEnd(operation: string, body: unknown): unknown {
  if (operation !== 'createAccount') {
    return body;
  }
  const {ttl: _, ...rest} = body as {readonly ttl?: unknown};
  return rest;
}

/** Returns a key with the same permissions. */
function keyOf({account, key, status}: TracedRequest): string {
  if (key?.role === undefined) {
    // A key that looks like the default account's own gets a different error than an unknown key.
    return status === 403 ? `${accountPrefix}${defaultAccount}` : unknownKey;
  }
  if (account !== null && account !== defaultAccount) {
    return accountKey(account);
  }
  return namedKeys.find(([, role]) => role === key.role)![0];
}

const caller = 'console';

interface Place {
  readonly host: string;
  readonly port: number;
  readonly seed: number;
  readonly exchanges: ExchangeBus;
}

/** Sends requests again over HTTP, so that they take the same path as any other. */
export function resendTo({exchanges, ...place}: Place): Resend {
  const expected = new Expected();
  exchanges.subscribe(expected.read);
  return async (exchange, to) => {
    const {method, url} = exchange;
    const resent = expected.next(exchange, to);
    const answered = send(exchange, to, place);
    const found = await Promise.race([resent, answered]);
    if (found === undefined) {
      expected.forget(resent);
      throw serviceUnavailable(`${method} ${url} was sent again, and its connection ended before it was taken`);
    }
    return found;
  };
}

/** @returns undefined once the request has ended, successfully or not */
async function send(exchange: KeptExchange, to: ResendTo, {host, port, seed}: Omit<Place, 'exchanges'>) {
  const sends = new SendAgain(port, seed, host);
  const end = () => sends.close();
  to.signal.addEventListener('abort', end, {once: true});
  try {
    await sends.request(requestTo(exchange, to));
  } catch {
    await setImmediate(); // a fault may close the connection just before its exchange is published
  } finally {
    end();
    to.signal.removeEventListener('abort', end);
  }
  return undefined;
}

function requestTo(exchange: KeptExchange, {account, isCopy}: ResendTo): TracedRequest {
  const traced = tracedRequest(exchange) as TracedRequest;
  return {
    ...traced,
    ...(traced.account !== null && {account}),
    ...(isCopy && {key: {scheme: traced.key?.scheme ?? 'bearer', role: 'full'}}),
    caller,
  };
}

/** Resent requests whose exchanges are not published yet. Identical requests are interchangeable. */
class Expected {
  readonly #tests = new Map<Promise<Resent>, (exchange: FullExchange) => boolean>();

  next({method, url, account}: KeptExchange, to: ResendTo): Promise<Resent> {
    const {promise, resolve} = withResolve<Resent>();
    const wanted = account === null ? null : to.account;
    this.#tests.set(promise, exchange => {
      const isOfConsole = exchange.surface === 'api' && exchange.client.caller === caller;
      const isIt = isOfConsole && exchange.account === wanted && exchange.method === method && exchange.url === url;
      if (isIt) {
        resolve({seq: exchange.seq, status: exchange.status});
      }
      return isIt;
    });
    return promise;
  }

  forget(resent: Promise<Resent>): void {
    this.#tests.delete(resent);
  }

  readonly read = (exchange: FullExchange): void => {
    for (const [resent, takes] of this.#tests) {
      if (takes(exchange)) {
        this.#tests.delete(resent);
        return;
      }
    }
  };
}

function withResolve<T>(): {readonly promise: Promise<T>; readonly resolve: (value: T) => void} {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>(taken => {
    resolve = taken;
  });
  return {promise, resolve};
}
