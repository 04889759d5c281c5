import {nearestPath} from '../../operations/nearest-path.js';
import type {Exchange} from '../exchange.js';
import type {Entry} from '../journal/entry.js';
import type {RequestFilters} from './request-filters.js';

type Test = (entry: Entry) => boolean;

/** A predicate for exchanges; it ignores `since` and `limit`. */
export function testOf(filters: RequestFilters): Test {
  const {operation, method, status, path, caller, changed, record, text, mark, fault, unmatched} = filters;
  const tests: ReadonlyArray<Test | false> = [
    operation !== undefined && (({exchange}) => exchange.operation?.id === operation),
    method !== undefined && (({exchange}) => exchange.method === method),
    status !== undefined && hasStatus(String(status)),
    path !== undefined && hasPath(path),
    caller !== undefined && (({exchange}) => isCaller(exchange.client.caller, caller)),
    changed !== undefined && (entry => entry.hasChanged === changed),
    record !== undefined && changesRecord(record),
    mark !== undefined && (entry => entry.mark === mark),
    fault !== undefined && (({exchange}) => exchange.fault?.id === fault || exchange.fault?.kind === fault),
    unmatched !== undefined && (({exchange}) => isUnmatched(exchange) === unmatched),
    text !== undefined && holds(text.toLowerCase()), // last, because it is the most expensive
  ];
  const asked = tests.filter(test => test !== false);
  return entry => asked.every(test => test(entry));
}

export function select(entries: readonly Entry[], filters: RequestFilters): readonly Entry[] {
  const {since, limit} = filters;
  const test = testOf(filters);
  const found = entries.filter(entry => entry.seq > (since ?? 0) && test(entry));
  if (limit === undefined) {
    return found;
  }
  return since === undefined ? found.slice(-limit) : found.slice(0, limit);
}

function hasStatus(status: string): Test {
  return status.endsWith('xx')
    ? ({exchange}) => String(exchange.status).startsWith(status[0]!)
    : ({exchange}) => String(exchange.status) === status;
}

function hasPath(path: string): Test {
  if (path.endsWith('*')) {
    const start = path.slice(0, -1);
    return ({exchange}) => pathIn(exchange.url).startsWith(start);
  }
  return ({exchange}) => pathIn(exchange.url) === path || exchange.operation?.path === path;
}

const pathIn = (url: string) => url.split('?', 1)[0]!;

function changesRecord(record: string): Test {
  const [kind = '', id] = record.split('/');
  return entry => entry.changes(kind, Number(id));
}

const isCaller = (caller: string | undefined, asked: string) =>
  caller === asked || caller?.startsWith(`${asked}:`) === true;

function holds(text: string): Test {
  const isIn = finder(text);
  return ({exchange: {url, rawBody = '', reply = ''}}) => [url, rawBody, reply].some(part => isIn(part.toLowerCase()));
}

/** Forms on web pages are submitted here: no operation matches, but this is no mistake of the client. */
const listeners = '/integrations/';

/** True if a request was rejected because no operation has its method and path. */
export const isUnmatched = ({operation, status, method, url}: Exchange): boolean =>
  operation === undefined && status >= 400 && method !== '' && !url.startsWith(listeners);

/**
 * Suggests the intended path.
 * @param paths of the operations
 * @returns a path, with or without braces; undefined if none is similar
 */
export const nearestOf = ({url}: Exchange, paths: readonly string[]): string | undefined =>
  nearestPath(url.split('?', 1)[0]!, paths, '/api/v1');

/**
 * Finds a text in others in linear time with the Knuth-Morris-Pratt algorithm; `includes` may take time proportional to
 * the product of both lengths.
 */
export function finder(text: string): (part: string) => boolean {
  const fallbacks = fallbacksOf(text);
  return part => {
    let matched = 0;
    for (let index = 0; index < part.length && matched < text.length; index++) {
      matched = extend(text, fallbacks, matched, part.charCodeAt(index));
    }
    return matched === text.length;
  };
}

/** The number of matching characters after reading one more. */
function extend(text: string, fallbacks: readonly number[], matched: number, code: number): number {
  let length = matched;
  while (length > 0 && text.charCodeAt(length) !== code) {
    length = fallbacks[length - 1]!;
  }
  return text.charCodeAt(length) === code ? length + 1 : length;
}

/** The KMP failure function: for each prefix, the longest proper suffix that is also a prefix. */
function fallbacksOf(text: string): readonly number[] {
  const fallbacks = [0];
  for (let index = 1; index < text.length; index++) {
    fallbacks.push(extend(text, fallbacks, fallbacks[index - 1]!, text.charCodeAt(index)));
  }
  return fallbacks;
}
