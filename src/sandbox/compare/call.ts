import querystring from 'node:querystring';
import type {RecordedExchange} from '../../exchanges/recording/recorded-exchange.js';
import type {Catalog} from '../../operations/kinds/catalog.js';
import type {Kind} from '../../operations/kinds/kind.js';
import {matcherOf} from '../../operations/match.js';
import {singular} from '../../operations/names.js';
import type {Operation} from '../../operations/operation.js';
import type {SentQuery} from '../../operations/reply.js';
import {type Fields, idIn} from '../../schema/fields.js';
import {parsedJson} from '../../schema/formats.js';
import {isObject} from '../../schema/items.js';
import {memoizeWeakly} from '../../store/caching.js';

/** A recorded exchange with an operation of the API. */
export interface Call {
  readonly exchange: RecordedExchange;
  readonly operation: Operation;
  readonly params: Readonly<Record<string, string>>;
  readonly query: SentQuery;
  readonly body: unknown;
  /** The response of the service, as JSON. */
  readonly reply: Fields | undefined;
  /** The reason why the response cannot be compared, if any. */
  readonly obstacle: string | undefined;
}

/** @returns undefined if the request is not to the API */
export function callOf(exchange: RecordedExchange, {operations}: Catalog): Call | undefined {
  const match = matcherOf(operations, {asService: true})(exchange.method, exchange.path);
  if (match.kind !== 'operation') {
    return undefined;
  }
  const {operation, params} = match;
  const [body, reply] = [parsedJson(exchange.body), parsedJson(exchange.reply)];
  const isUnreadable = operation.body !== undefined && !isObject(body);
  return {
    exchange,
    operation,
    params,
    query: querystring.parse(exchange.search),
    body,
    reply: isObject(reply) ? reply : undefined,
    obstacle:
      obstacleOf(exchange, reply) ?? (isUnreadable ? 'the recording has no JSON body of the request' : undefined),
  };
}

function obstacleOf({status, reply, isFault}: RecordedExchange, json: unknown): string | undefined {
  if (isFault || status === 0 || status === 429 || status >= 500) {
    return 'no answer of the service: a fault, a rate limit or an error of a server';
  }
  if (status === 401) {
    return 'the response is about the key, and no key is compared';
  }
  if (reply === undefined) {
    return 'the recording does not hold the whole response';
  }
  return isObject(json) ? undefined : 'no answer of the service: the response is truncated, or not a JSON object';
}

/** True if the request succeeded and the recording contains its response. */
export const hasSucceeded = (call: Call): boolean => call.obstacle === undefined && isDone(call);

/**
 * True if the sandbox executes the request. It also executes a write without a known response, because later responses
 * show its effect, but not a create, because the new id is unknown.
 */
export const isExecutable = (call: Call): boolean =>
  call.obstacle === undefined ||
  (isDone(call) && !isCreate(call) && (call.operation.body === undefined || isObject(call.body)));

/** True if the service reported success. */
export const isDone = ({exchange: {status}}: Call): boolean => status >= 200 && status < 300;

export const isCreate = ({operation: {method, reply}}: Call): boolean => method === 'POST' && reply.kind === 'object';

const kindsOfOperations = memoizeWeakly(
  ({kinds}: Catalog) => new Map(kinds.flatMap(kind => kind.operations.map(operation => [operation, kind] as const))),
);

export const kindOfCall = ({operation, params}: Call, catalog: Catalog): Kind =>
  catalog.byName.get(params['type'] ?? '') ?? kindsOfOperations(catalog).get(operation)!;

export function recordsInPath(call: Call, catalog: Catalog): Array<{readonly kind: Kind; readonly id: number}> {
  return Object.entries(call.params).flatMap(([name, value]) => {
    const kind =
      name === 'id' ? kindOfCall(call, catalog) : catalog.kinds.find(kind => `${singular(kind.name)}_id` === name);
    const id = idIn(value);
    return kind === undefined || id === undefined ? [] : [{kind, id}];
  });
}
