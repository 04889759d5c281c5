import {type Miss, miss} from './miss.js';
import {isPathLike} from './path.js';
import type {Pattern} from './pattern.js';
import {queryMisses} from './query.js';
import type {MatchableRequest} from './request.js';
import {isStatusIn} from './status-form.js';
import {Subset} from './subset.js';

type Check = (request: MatchableRequest, mark: string | undefined, most: number) => readonly Miss[];

/** Of one request. */
const mostMisses = 10;

/** Finds requests by a pattern. It knows neither HTTP nor where requests are kept. */
export class Matcher {
  readonly pattern: Pattern;
  /** Of all but the body. */
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

  /** Whether nobody can tell: all else fits, and of the body that is asked about only the beginning is kept. */
  isUnknown(request: MatchableRequest, mark?: string): boolean {
    return this.#bodyCheck !== undefined && request.wholeBody !== undefined && this.#fitsButBody(request, mark);
  }

  #fitsButBody(request: MatchableRequest, mark: string | undefined): boolean {
    return this.#checks.every(check => check(request, mark, 1).length === 0);
  }

  /** What keeps a request from matching, field by field, ten fields at most. */
  misses(request: MatchableRequest, mark?: string): readonly Miss[] {
    const checks = [...this.#checks, ...(this.#bodyCheck === undefined ? [] : [this.#bodyCheck])];
    return checks.flatMap(check => check(request, mark, mostMisses)).slice(0, mostMisses);
  }
}

/** One of a value that is there or is not. */
const only = (isMissed: boolean, field: string, expected: unknown, found: unknown): readonly Miss[] =>
  isMissed ? [miss(field, expected, found)] : [];

/** Cheap ones first: most requests are told apart by their operation. */
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

/** A caller without its line is the whole file. */
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
