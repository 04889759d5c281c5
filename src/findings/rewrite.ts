import type {FullExchange} from '../exchanges/exchange.js';
import {copyOf} from '../exchanges/journal/kept-exchange.js';
import {count} from '../schema/issues.js';
import {beginningOf} from './fields/beginning.js';
import type {Occurrence, RequestToSend} from './finding.js';

export const plural = (number: number, one: string, many = `${one}s`): string =>
  `${count(number)} ${number === 1 ? one : many}`;

export const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(beginningOf(value, 100).value) ?? String(value));
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
};

/** The end of a message that names the probable intention, if there is one. */
export const didYouMean = (near: string | undefined, quote = ''): string =>
  near === undefined ? '' : `; did you mean ${quote}${shown(near)}${quote}?`;

/** Replaces ids in a path without an operation, so that equal mistakes with different ids are one. */
const withoutIds = (path: string) => path.replaceAll(/\/\d+(?=\/|$|\.)/g, '/{id}');

/** `createGift` for `createGiftOfConstituent`, as people call it. */
const short = (id: string) => (id.startsWith('create') ? id.replace(/Of[A-Z].*/, '') : id);

/** The operation's id, such as `createGift`, or method and path if there is no such operation. */
const operationName = ({operation, method, url}: FullExchange): string =>
  operation === undefined ? `${method} ${copyOf(withoutIds(url.split('?', 1)[0]!), 120)}` : short(operation.id);

const longestUrl = 300;

/** A request as findings refer to it. Its texts are copies, because they outlive the request. */
export const occurrenceOf = (exchange: FullExchange): Occurrence => ({
  account: exchange.account,
  seq: exchange.seq,
  method: exchange.method,
  url: exchange.url.length > longestUrl ? `${copyOf(exchange.url, longestUrl)}…` : exchange.url,
  operation: operationName(exchange),
  ...(exchange.client.caller !== undefined && {caller: exchange.client.caller}),
});

export type Parameter = readonly [name: string, value: string];
export type Repeated = readonly [name: string, ...values: string[]];

/** Encoded characters that are valid in a query, and more readable, without encoding. */
const readable = /%(?:5B|5D|3D|7C|2C|3A|40|2F|3B|21)/g;

const encode = (text: string) => encodeURIComponent(text).replaceAll(readable, decodeURIComponent);

/** The parameters of a query in order, without those that contain a key. */
export const parametersOf = ({query}: Pick<FullExchange, 'query'>): Parameter[] =>
  Object.entries(query).flatMap(([name, value]) =>
    [value].flat().flatMap(text => (text === undefined ? [] : [[name, text as string] as const])),
  );

/** The name that a nested or indexed one means: `name` of `filter[name]`, `funds` of `funds[]` and `funds[0]`. */
export function plainName(name: string): string {
  const whole = name.replace(/\[\d*\]$/, '');
  return /^(?:q|filters?|search|query|where|page)(?:\[\d*\])?\[(\w+)\]$/.exec(whole)?.[1] ?? whole;
}

/** Repeated parameters, such as `funds[]`, as one with several values. */
export function joined(parameters: readonly Parameter[]): Repeated[] {
  const groups = new Map<string, [name: string, ...values: string[]]>();
  for (const [name, value] of parameters) {
    const meant = plainName(name);
    groups.set(meant, groups.get(meant) ?? [name]);
    groups.get(meant)!.push(value);
  }
  return [...groups.values()].map(([name, ...values]) => [name, ...new Set(values)]);
}

export function pathWith(path: string, parameters: readonly Parameter[]): string {
  const query = parameters.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  return query === '' ? path : `${path}?${query}`;
}

export const get = (path: string, parameters: readonly Parameter[] = []): RequestToSend => ({
  method: 'GET',
  path: pathWith(path, parameters),
});

export function pathOf({url}: Pick<FullExchange, 'url'>): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}
