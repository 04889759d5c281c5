import {isDeepStrictEqual} from 'node:util';
import {isObject} from '../../schema/items.js';

/** What a rule can look at of a request. Whoever makes it may read the parts when they are asked for. */
export interface FaultRequest {
  /** The id of the operation that method and path name, if any. */
  readonly operation?: string | undefined;
  readonly method: string;
  /** Without the query: `/api/v1/gifts/7` */
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** `src/sync.ts:42`, from the header `X-Sandbox-Caller`. */
  readonly caller?: string | undefined;
}

/** Parts of a request that a rule asks for; what is left out may be anything. */
export interface Match {
  readonly method?: string | undefined;
  /** `*` stands for one part between slashes: `/api/v1/gifts/*`. */
  readonly path?: string | undefined;
  /** Parameters that must be there with these values; others may be there too. */
  readonly query?: object | undefined;
  /** Fields that must be there with these values, at any depth; an array is compared as a whole, element by element. */
  readonly body?: object | undefined;
  /** A place in a source file, `src/sync.ts:42`, or all of a file, `src/sync.ts`. */
  readonly caller?: string | undefined;
}

/** Whether a request has all that is asked for. */
export function isMatch(wanted: Match, request: FaultRequest): boolean {
  const {method, path, query, body, caller} = wanted;
  return (
    (method === undefined || method.toUpperCase() === request.method) &&
    (path === undefined || isPath(path, request.path)) &&
    (caller === undefined || isCaller(caller, request.caller)) &&
    (query === undefined || hasParameters(query, request.query)) &&
    (body === undefined || holds(body, request.body))
  );
}

function isPath(wanted: string, path: string): boolean {
  const [steps, found] = [wanted.split('/'), path.split('/')];
  return steps.length === found.length && steps.every((step, index) => step === '*' || step === found[index]);
}

const isCaller = (wanted: string, caller = ''): boolean =>
  caller === wanted || caller.slice(0, caller.lastIndexOf(':')) === wanted;

/** A query has texts alone: 5 is meant as "5". */
const hasParameters = (wanted: object, query: FaultRequest['query']): boolean =>
  Object.entries(wanted).every(
    ([name, value]) => Object.hasOwn(query, name) && isDeepStrictEqual(asTexts(value), asTexts(query[name])),
  );

const asTexts = (value: unknown) => [value].flat().map(String);

function holds(wanted: unknown, found: unknown): boolean {
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(found) &&
      wanted.length === found.length &&
      wanted.every((element, index) => holds(element, found[index]))
    );
  }
  if (!isObject(wanted)) {
    return wanted === found;
  }
  return (
    isObject(found) &&
    Object.entries(wanted).every(([name, value]) => Object.hasOwn(found, name) && holds(value, found[name]))
  );
}
