import {once} from 'node:events';
import type {IncomingMessage, OutgoingHttpHeaders, RequestOptions} from 'node:http';
import querystring from 'node:querystring';
import {text as textOf} from 'node:stream/consumers';
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
import {type TracedControl, type TracedRequest, usualHost} from '../../exchanges/trace/format.js';
import {tracedRequest} from '../../exchanges/trace/traced.js';
import {OwnClientRequest} from '../../http/connection-pair.js';
import {accountKey} from '../../http/guard/authenticate.js';
import {accountPrefix, namedKeys} from '../../http/guard/named-keys.js';

/** The sandbox that receives repeated requests. */
export interface Receiver {
  readonly to: Pick<RequestOptions, 'host' | 'port' | 'agent' | 'createConnection'>;
  readonly seed: number;
  readonly signal?: AbortSignal;
}

async function send(
  method: string,
  path: string,
  headers: OutgoingHttpHeaders,
  body: string | Buffer | undefined,
  {to, signal}: Receiver,
) {
  const length = body !== undefined && {'content-length': Buffer.byteLength(body)};
  const sent = new OwnClientRequest({
    ...to,
    setHost: false,
    ...(signal && {signal}),
    method,
    path,
    headers: {...headers, ...length},
  });
  sent.on('error', () => undefined); // `once` and the response report it
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return {status: response.statusCode!, text: await textOf(response)};
}

/** Sends a traced request. @throws the system's own error if there is no response */
export function requestAgain(traced: TracedRequest, to: Receiver) {
  const {method, url, target, headers = {}, caller, body, base64, status} = traced;
  const key = keyOf(traced);
  const scheme = traced.key?.scheme;
  const path = unhidden(target ?? url, traced.account, to.seed, scheme === 'access_token' ? key : '');
  const sent = {
    ...headers,
    host: (headers['host'] ?? usualHost).replace(hidden, 'hidden'),
    ...(caller !== undefined && {'x-sandbox-caller': caller}),
    ...(scheme === 'basic' && {authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`}),
    ...(scheme === 'bearer' && {authorization: `Bearer ${key}`}),
    ...(scheme === undefined && {authorization: 'none'}), // prevents the sandbox from reading a key in the query
    ...(method === 'OPTIONS' && status === 204 && {'access-control-request-method': 'GET'}), // CORS allowed it
  };
  return send(method, path, sent, base64 === undefined ? body : Buffer.from(base64, 'base64'), to);
}

/** Sends a traced admin operation. @returns undefined if the operation no longer exists */
export function controlAgain(traced: TracedControl, to: Receiver) {
  const {operation: id, account, params = {}, query = {}, body, text} = traced;
  const operation = adminOperations.find(operation => operation.id === id);
  if (operation === undefined) {
    return undefined;
  }
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  // The trace determines when an account expires, not the machine's time.
  const again = body && id === 'createAccount' ? {...body, ttl: undefined} : body;
  const headers = {host: usualHost, authorization: `Bearer ${accountKey(account)}`, 'content-type': 'application/json'};
  const target = search === '' ? path : `${path}?${search}`;
  return send(operation.method, target, headers, text ?? JSON.stringify(again), to);
}

/** A key with the same permissions. */
function keyOf({account, key, status}: TracedRequest): string {
  if (key?.role === undefined) {
    // A key that looks like the default account's own gets a different error than an unknown key.
    return status === 403 ? `${accountPrefix}${defaultAccount}` : 'a-key-that-nobody-has';
  }
  if (account !== null && account !== defaultAccount) {
    return accountKey(account);
  }
  return namedKeys.find(([, role]) => role === key.role)![0];
}

const noListener = '00000000-0000-4000-a000-000000000000';

/** @param key the key that the query contained, if any */
function unhidden(url: string, account: string | null, seed: number, key: string): string {
  const listener = account === null ? noListener : listenerId(seed, account);
  return url
    .replace(`ntegrations/${hidden}`, `ntegrations/${listener}`)
    .split(/([?&])/)
    .map(part => (isKey(part) && key !== '' ? part.replace(hidden, () => encodeURIComponent(key)) : part))
    .join('')
    .replaceAll(hidden, 'hidden');
}

/** True if a parameter contained the key. Its name may be percent-encoded. */
const isKey = (parameter: string): boolean => querystring.unescape(parameter) === `access_token=${hidden}`;

const caller = 'console';

/** Sends requests again over HTTP, so that they take the same path as any other. */
export function resendTo({exchanges, ...receiver}: Receiver & {readonly exchanges: ExchangeBus}): Resend {
  const claimed = new WeakSet<FullExchange>(); // identical requests are interchangeable
  return (exchange, to) =>
    new Promise<Resent>((resolve, reject) => {
      const stop = exchanges.subscribe(published => {
        if (!claimed.has(published) && isResent(published, exchange, to)) {
          claimed.add(published);
          stop();
          resolve({seq: published.seq, status: published.status});
        }
      });
      requestAgain(requestTo(exchange, to, receiver.to.port ?? 0), {...receiver, signal: to.signal})
        .catch(() => setImmediate()) // a fault may close the connection just before its exchange is published
        .finally(() => {
          stop();
          const {method, url} = exchange;
          const problem = `${method} ${url} was sent again, and its connection ended before it was taken`;
          reject(serviceUnavailable(problem)); // without effect once the exchange is known
        });
    });
}

function requestTo(exchange: KeptExchange, {account, isCopy}: ResendTo, port: number | string): TracedRequest {
  const traced = tracedRequest(exchange) as TracedRequest;
  const host = (traced.headers?.['host'] ?? usualHost).replace(/:0+$/, `:${port}`);
  return {
    ...traced,
    headers: {...traced.headers, host},
    ...(traced.account !== null && {account}),
    ...(isCopy && {key: {scheme: traced.key?.scheme ?? 'bearer', role: 'full'}}),
    caller,
  };
}

const isResent = (published: FullExchange, {account, method, url}: KeptExchange, to: ResendTo): boolean =>
  published.surface === 'api' &&
  published.client.caller === caller &&
  published.account === (account === null ? null : to.account) &&
  published.method === method &&
  published.url === url;
