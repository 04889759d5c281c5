import type {Entry} from '../journal/entry.js';
import {finder} from './finder.js';
import type {RequestFilters} from './request-filters.js';
import {isUnmatched} from './unmatched.js';

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
