import type {Operation} from '../../operations/operation.js';
import {type MatchableRequest, type Miss, miss, queryMisses, Subset} from './compare.js';
import {isStatusIn, type Pattern} from './pattern.js';

interface Requested {
  readonly url: string;
  readonly operation?: Operation | undefined;
}

const parameter = /^\{\w+\}$/;

/** Every path also works with `.json` appended. */
const plain = (path: string): string => (path.endsWith('.json') ? path.slice(0, -5) : path);

/**
 * True if a request's path matches. A segment in braces matches any segment: `/api/v1/constituents/{id}/gifts`. A
 * trailing `*` matches any suffix.
 */
function isPathLike(path: string, {url, operation}: Requested): boolean {
  if (path === operation?.path) {
    return true;
  }
  const requested = url.split('?', 1)[0]!;
  if (path.endsWith('*')) {
    return requested.startsWith(path.slice(0, -1));
  }
  const wanted = plain(path).split('/');
  const found = plain(requested).split('/');
  return wanted.length === found.length && wanted.every((step, index) => parameter.test(step) || step === found[index]);
}

type Check = (request: MatchableRequest, mark: string | undefined, most: number) => readonly Miss[];

/** Per request. */
const mostMisses = 10;

/** Matches requests against a pattern. It does not depend on HTTP or on the storage of requests. */
export class Matcher {
  readonly pattern: Pattern;
  /** All fields except the body. */
  readonly #checks: readonly Check[];
  readonly #bodyCheck: Check | undefined;

  constructor(pattern: Pattern) {
    this.pattern = pattern;
    this.#checks = checksOf(pattern);
    const {body} = pattern;
    this.#bodyCheck = body && ((request, _, most) => bodyMisses(body, request, most));
  }

  /** @param mark of the request */
  matches(request: MatchableRequest, mark?: string): boolean {
    return this.#fitsButBody(request, mark) && (this.#bodyCheck?.(request, mark, 1).length ?? 0) === 0;
  }

  /** True if the result is unknown: all else matches, but only the start of the body is kept. */
  isUnknown(request: MatchableRequest, mark?: string): boolean {
    return this.#bodyCheck !== undefined && request.wholeBody !== undefined && this.#fitsButBody(request, mark);
  }

  #fitsButBody(request: MatchableRequest, mark: string | undefined): boolean {
    return this.#checks.every(check => check(request, mark, 1).length === 0);
  }

  /** The fields that keep a request from matching, ten at most. */
  misses(request: MatchableRequest, mark?: string): readonly Miss[] {
    const checks = [...this.#checks, ...(this.#bodyCheck === undefined ? [] : [this.#bodyCheck])];
    return checks.flatMap(check => check(request, mark, mostMisses)).slice(0, mostMisses);
  }
}

const only = (isMissed: boolean, field: string, expected: unknown, found: unknown): readonly Miss[] =>
  isMissed ? [miss(field, expected, found)] : [];

/** Cheap checks first: most requests already differ in their operation. */
function checksOf({operation, method, path, status, caller, mark, query}: Pattern): Check[] {
  const checks: Array<Check | undefined> = [
    operation && (({operation: found}) => only(found?.id !== operation.id, 'operation', operation.id, found?.id)),
    method && (({method: found}) => only(found !== method, 'method', method, found)),
    path === undefined ? undefined : request => only(!isPathLike(path, request), 'path', path, pathOf(request)),
    status === undefined ? undefined : ({status: found}) => only(!isStatusIn(found, status), 'status', status, found),
    caller === undefined
      ? undefined
      : ({client: {caller: found}}) => only(!isCaller(found, caller), 'caller', caller, found),
    mark === undefined ? undefined : (_, found) => only(found !== mark, 'mark', mark, found),
    query && (request => queryMisses(query, request)),
  ];
  return checks.filter(check => check !== undefined);
}

const pathOf = ({url}: MatchableRequest): string => url.split('?', 1)[0]!;

/** A caller without a line matches the whole file. */
const isCaller = (found: string | undefined, caller: string): boolean =>
  found !== undefined && (found === caller || found.startsWith(`${caller}:`));

function bodyMisses(expected: object, {body, wholeBody, operation}: MatchableRequest, most: number): readonly Miss[] {
  if (wholeBody !== undefined) {
    return [miss('body', expected, 'a body that is too long to be kept')];
  }
  const subset = new Subset(most);
  subset.compare(expected, body, {path: 'body', schema: operation?.body});
  return subset.misses;
}
