import type {FullExchange} from '../../exchanges/exchange.js';
import type {RequestToSend} from '../finding.js';

/** A parameter of a query, decoded. */
export type Parameter = readonly [name: string, value: string];

/** Characters that a query can hold as they are, and that are easier to read so. */
const readable = /%(?:5B|5D|3D|7C|2C|3A|40|2F|3B|21)/g;

const encode = (text: string) => encodeURIComponent(text).replaceAll(readable, decodeURIComponent);

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
  ...(exchange.body !== undefined && {body: exchange.body}),
});

/** The same request at another path. */
export const atPath = (exchange: FullExchange, path: string, method = exchange.method): RequestToSend => ({
  method,
  path: pathWith(path, parametersOf(exchange)),
  ...(exchange.body !== undefined && {body: exchange.body}),
});

/** The same at another path; nothing where the body of a write was not read, because there is nothing at its path. */
export const movedTo = (exchange: FullExchange, path: string): {readonly request?: RequestToSend} =>
  exchange.body === undefined && !['GET', 'DELETE'].includes(exchange.method) ? {} : {request: atPath(exchange, path)};

/** The same request with another body. */
export const withBody = (exchange: FullExchange, body: unknown): RequestToSend => ({
  method: exchange.method,
  path: pathOf(exchange),
  body,
});
