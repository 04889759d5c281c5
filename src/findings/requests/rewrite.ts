import type {FullExchange} from '../../exchanges/exchange.js';
import {memoizeWeakly} from '../../store/memoize-weakly.js';
import type {RequestToSend} from '../finding.js';
import {beginningOf} from './beginning.js';

/** A parameter of a query, decoded. */
export type Parameter = readonly [name: string, value: string];

/** Characters that a query can hold as they are, and that are easier to read so. */
const readable = /%(?:5B|5D|3D|7C|2C|3A|40|2F|3B|21)/g;

const encode = (text: string) => encodeURIComponent(text).replaceAll(readable, decodeURIComponent);

/** Characters of a body that a finding keeps. */
const longestBody = 4096;

const beginningOfBody = memoizeWeakly(({body}: FullExchange) => beginningOf(body, longestBody));

function bodyOf(exchange: FullExchange, change: (body: unknown) => unknown): Pick<RequestToSend, 'body' | 'truncated'> {
  if (exchange.body === undefined) {
    return {};
  }
  const {value, isWhole} = beginningOfBody(exchange);
  return {body: change(value), ...(!isWhole && {truncated: true})};
}

/** The parameters of a query in their order; those that hold a key are not there. */
export const parametersOf = ({query}: Pick<FullExchange, 'query'>): Parameter[] =>
  Object.entries(query).flatMap(([name, value]) =>
    [value].flat().flatMap(text => (text === undefined ? [] : [[name, text as string] as const])),
  );

/** A path with a query, to be read by people. */
export function pathWith(path: string, parameters: readonly Parameter[]): string {
  const query = parameters.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  return query === '' ? path : `${path}?${query}`;
}

export const pathOf = ({url}: Pick<FullExchange, 'url'>): string => url.split('?', 1)[0]!;

/** The same request with another query. */
export const withParameters = (exchange: FullExchange, parameters: readonly Parameter[]): RequestToSend => ({
  method: exchange.method,
  path: pathWith(pathOf(exchange), parameters),
  ...bodyOf(exchange, body => body),
});

/** The same request at another path. */
export const atPath = (exchange: FullExchange, path: string, method = exchange.method): RequestToSend => ({
  method,
  path: pathWith(path, parametersOf(exchange)),
  ...bodyOf(exchange, body => body),
});

/** The same at another path; nothing where the body of a write was not read, because there is nothing at its path. */
export const movedTo = (exchange: FullExchange, path: string): {readonly request?: () => RequestToSend} =>
  exchange.body === undefined && !['GET', 'DELETE'].includes(exchange.method)
    ? {}
    : {request: () => atPath(exchange, path)};

/** The same request with a changed body. @param change is given the body, or as much of a long one as is kept */
export const withBody = (exchange: FullExchange, change: (body: unknown) => unknown): RequestToSend => ({
  method: exchange.method,
  path: pathOf(exchange),
  ...bodyOf(exchange, change),
});
