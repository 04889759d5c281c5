import {isDeepStrictEqual} from 'node:util';
import * as z from 'zod';
import {isCaller} from '../preload/caller/frames.js';
import {isObject} from '../schema/items.js';
import {unwrap} from '../schema/parse-body.js';
import type {FullExchange} from './exchange.js';
import {isStatusIn, type Pattern} from './pattern.js';

/** The parts of a request that a pattern checks, before or after the response. An exchange is one. */
export interface MatchableRequest
  extends Pick<FullExchange, 'operation' | 'method' | 'url' | 'query' | 'body' | 'client'> {
  /** Set if only the start of the body is kept; `body` is then not meaningful. */
  readonly wholeBody?: unknown;
  /** Undefined until the response is sent. */
  readonly status?: number | undefined;
}

/** A field of a request that does not match the pattern. */
export interface Miss {
  /** `operation`, `status`, `query.limit`, `body.email_addresses[0].address` */
  readonly field: string;
  readonly expected: unknown;
  /** Omitted if nothing was sent. */
  readonly found?: unknown;
}

/** Per request. */
const maxMisses = 10;

/** The fields that prevent a match, ten at most. @param mark of the request */
export function missesOf(pattern: Pattern, request: MatchableRequest, mark?: string): readonly Miss[] {
  const misses: Miss[] = [];
  for (const miss of findMisses(pattern, request, mark)) {
    if (misses.push(miss) === maxMisses) {
      break;
    }
  }
  return misses;
}

/**
 * Yields the fields that prevent a match, the body last. Cheap checks come first, because most requests already differ
 * in their operation.
 */
function* findMisses(pattern: Pattern, request: MatchableRequest, mark?: string): Generator<Miss, void> {
  const {operation, method, path, status, caller, query, body} = pattern;
  if (operation !== undefined && operation.id !== request.operation?.id) {
    yield miss('operation', operation.id, request.operation?.id);
  }
  if (method !== undefined && method !== request.method) {
    yield miss('method', method, request.method);
  }
  if (path !== undefined && !isPathLike(path, request)) {
    yield miss('path', path, pathIn(request.url));
  }
  if (status !== undefined && !isStatusIn(request.status, status)) {
    yield miss('status', status, request.status);
  }
  if (caller !== undefined && !isCaller(request.client.caller, caller)) {
    yield miss('caller', caller, request.client.caller);
  }
  if (pattern.mark !== undefined && pattern.mark !== mark) {
    yield miss('mark', pattern.mark, mark);
  }
  if (query !== undefined) {
    yield* queryMisses(query, request);
  }
  if (body !== undefined) {
    yield* request.wholeBody === undefined
      ? differences(body, request.body, 'body', request.operation?.body)
      : [miss('body', body, 'a body that is too long to be kept')];
  }
}

export const matches = (pattern: Pattern, request: MatchableRequest, mark?: string): boolean =>
  findMisses(pattern, request, mark).next().done === true;

/** True if the match is unknown: everything else matches, but only the start of the body is kept. */
export const isUnknown = (pattern: Pattern, request: MatchableRequest, mark?: string): boolean =>
  request.wholeBody !== undefined && findMisses(pattern, request, mark).next().value?.field === 'body';

export const pathIn = (url: string): string => url.split('?', 1)[0]!;

const parameter = /^\{\w+\}$/;

/** Every path also works with `.json` appended. */
const plain = (path: string): string => (path.endsWith('.json') ? path.slice(0, -5) : path);

/**
 * True if a request's path matches. A segment in braces matches any segment: `/api/v1/constituents/{id}/gifts`. A
 * trailing `*` matches any suffix.
 */
function isPathLike(path: string, {url, operation}: MatchableRequest): boolean {
  if (path === operation?.path) {
    return true;
  }
  const requested = pathIn(url);
  if (path.endsWith('*')) {
    return requested.startsWith(path.slice(0, -1));
  }
  const wanted = plain(path).split('/');
  const found = plain(requested).split('/');
  return wanted.length === found.length && wanted.every((step, index) => parameter.test(step) || step === found[index]);
}

/** Yields the parameters that differ. Values are compared as the service reads them: `"25"` equals 25. */
function* queryMisses(expected: NonNullable<Pattern['query']>, {query, operation}: MatchableRequest): Generator<Miss> {
  for (const [name, value] of Object.entries(expected)) {
    const found = own(query, name) as string | readonly string[] | undefined;
    const schema = own(operation?.query?.shape ?? {}, name) as z.ZodType | undefined;
    if (found === undefined || !isReadAlike(sentAs(value), sentAs(found), schema)) {
      yield miss(`query.${name}`, value, found);
    }
  }
}

/** Converts to text, as parameters are sent. A single value may or may not be an array. */
function sentAs(value: string | number | boolean | readonly string[]): string | readonly string[] {
  if (typeof value === 'object') {
    return value.length === 1 ? value[0]! : value;
  }
  return String(value);
}

/**
 * Compares expected with sent values as the service parses them: `"50"` equals 50 for a number. An object may have
 * further fields; arrays must have the same length, and their elements are compared likewise.
 * @param found undefined if nothing was sent
 * @param path `body.groups[0]`
 * @param schema undefined if the service does not read the value or the schema is unknown
 */
function* differences(
  expected: unknown,
  found: unknown,
  path: string,
  schema: z.ZodType | undefined,
): Generator<Miss, void> {
  const inner = schema && unwrap(schema);
  if (isObject(expected) && isObject(found)) {
    const shape = inner instanceof z.ZodObject ? inner.shape : {};
    for (const [name, value] of Object.entries(expected)) {
      yield* differences(value, own(found, name), `${path}.${name}`, own(shape, name) as z.ZodType);
    }
  } else if (Array.isArray(expected) && Array.isArray(found) && expected.length === found.length) {
    const element = inner instanceof z.ZodArray ? (inner.element as z.ZodType) : undefined;
    for (const [index, value] of expected.entries()) {
      yield* differences(value, found[index], `${path}[${index}]`, element);
    }
  } else if (expected !== found && (found === undefined || !isReadAlike(expected, found, schema))) {
    yield miss(path, expected, found);
  }
}

const own = (object: object, name: string): unknown =>
  Object.hasOwn(object, name) ? (object as Record<string, unknown>)[name] : undefined;

/** True if the service parses both values alike. If it ignores one of them, they must be identical. */
function isReadAlike(expected: unknown, found: unknown, schema: z.ZodType | undefined): boolean {
  const [one, other] = [schema?.safeParse(expected), schema?.safeParse(found)];
  return one?.success && other?.success ? isDeepStrictEqual(one.data, other.data) : isDeepStrictEqual(expected, found);
}

/** @param found undefined if nothing was sent */
export const miss = (field: string, expected: unknown, found: unknown): Miss => ({
  field,
  expected: shortened(expected),
  ...(found !== undefined && {found: shortened(found)}),
});

/** Characters of a value as JSON. */
const longestValue = 200;

/** Shortens a long value for display. */
function shortened(value: unknown): unknown {
  try {
    const text = JSON.stringify(value) ?? 'undefined';
    return text.length <= longestValue
      ? value
      : `${(typeof value === 'string' ? value : text).slice(0, longestValue)}...`;
  } catch (error) {
    if (error instanceof RangeError) {
      return 'a value that is nested too deeply to show';
    }
    throw error;
  }
}
