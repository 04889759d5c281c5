import {parameterError} from '../errors.js';
import {limits} from '../limits.js';
import type {Catalog} from '../operations/kinds/catalog.js';
import {isCaller} from '../preload/caller/frames.js';
import type {OperationRef} from '../schema/catalog-names.js';
import {quote} from '../schema/fields.js';
import {nearest, suggest} from '../schema/nearest.js';
import type {Exchange} from './exchange.js';
import type {JournalEntry} from './journal/entry.js';
import {pathIn} from './matcher.js';
import {isStatusIn, operationIdOf, statusForm} from './pattern.js';

/** Selects exchanges of a journal; an omitted filter matches everything. */
export interface RequestFilters {
  /** Exchanges with a greater number. */
  readonly since?: number;
  /** Maximum number of exchanges: the first after `since` if it is set, otherwise the latest. */
  readonly limit?: number;
  /** The id of the operation, or an unambiguous short form: `createGift`. */
  readonly operation?: OperationRef;
  readonly method?: string;
  /** `404`, or `4xx` for all statuses from 400 to 499. */
  readonly status?: string | number;
  /** `/api/v1/gifts/7`, a prefix with a trailing `*`, or the path of an operation, `/api/v1/gifts/{id}`. */
  readonly path?: string;
  /** `src/sync.ts:42`, or all of `src/sync.ts`. */
  readonly caller?: string;
  readonly changed?: boolean;
  /** Exchanges that created, changed or deleted this record: `gifts/895607`, its kind and its id. */
  readonly record?: string;
  /** Text in the URL, the body or the response, ignoring case. */
  readonly text?: string;
  /** The test's name for this part of its run. */
  readonly mark?: string;
  /** True for requests that were sent while several marks were active. */
  readonly unassigned?: boolean;
  /** The id of the rule, or the kind of fault. */
  readonly fault?: string;
  /** True for requests that match no operation. */
  readonly unmatched?: boolean;
}

export type FilterQuery = {readonly [name in keyof RequestFilters]?: string | undefined};

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

function refuse(name: string, wanted: string, value: string): never {
  throw parameterError(`${name}: must be ${wanted}, got ${quote(value)}`);
}

type FilterCatalog = Pick<Catalog, 'operations' | 'kinds'>;

type Parser<T> = (value: string, name: string, catalog: FilterCatalog) => T;

/** @param read returns undefined for an invalid value */
const parser =
  <T>(wanted: string, read: (value: string) => T | undefined): Parser<T> =>
  (value, name) =>
    read(value) ?? refuse(name, wanted, value);

const valid = (wanted: string, isValid: (value: string) => boolean) =>
  parser(wanted, value => (isValid(value) ? value : undefined));

const integerFrom = (least: number) =>
  parser(`an integer, ${least} or more`, value => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : -1;
    return number >= least ? number : undefined;
  });

const flag = parser('true or false', value => (['true', 'false'].includes(value) ? value === 'true' : undefined));

const text = valid(
  `a text of 1 to ${limits.textFilter} characters`,
  value => value !== '' && value.length <= limits.textFilter,
);

function method(value: string): string {
  const method = value.slice(0, 20).toUpperCase();
  const near = nearest(method, methods);
  return methods.includes(method)
    ? method
    : refuse('method', near === undefined ? `one of ${methods.join(', ')}` : `a method such as ${near}`, value);
}

function record(value: string, _: string, {kinds}: FilterCatalog): string {
  const [, kind = '', id] = /^([a-z_]{1,60})\/([1-9]\d{0,14})$/.exec(value) ?? [];
  const names = kinds.map(({name}) => name);
  if (names.includes(kind)) {
    return value;
  }
  const near = kind === '' ? undefined : nearest(kind, names);
  return refuse(
    'record',
    near ? `a record such as ${near}/${id}` : 'a kind of record and an id, such as gifts/7',
    value,
  );
}

/** Parsers of the query parameters. Unlike the service, the sandbox rejects everything that it does not understand. */
const parsers: {readonly [name in keyof RequestFilters]-?: Parser<RequestFilters[name]>} = {
  since: integerFrom(0),
  limit: integerFrom(1),
  operation: (value, _, {operations}) =>
    operationIdOf(
      value,
      operations.map(({id}) => id),
    ),
  method,
  status: parser('a status such as 404, or 4xx for all that begin so', value =>
    statusForm.test(value) ? value.toLowerCase() : undefined,
  ),
  path: valid('a path such as /api/v1/gifts/7, /api/v1/gifts/{id} or /api/v1/gifts*', value => value.startsWith('/')),
  caller: text,
  changed: flag,
  record,
  text,
  mark: text,
  unassigned: flag,
  fault: text,
  unmatched: flag,
};

export const filterNames = Object.keys(parsers) as ReadonlyArray<keyof RequestFilters>;

/** @throws ApiError, a 400, for an invalid value */
export const readFilters = (query: FilterQuery, catalog: FilterCatalog): RequestFilters =>
  Object.fromEntries(
    filterNames.flatMap(name => {
      const value = query[name];
      return value === undefined ? [] : [[name, parsers[name](value, name, catalog)]];
    }),
  );

/** Filters as query parameters. @throws ApiError, a 400, for an unknown filter */
export function queryOf(filters: RequestFilters): FilterQuery {
  const entries = Object.entries(filters).filter(([, value]) => value !== undefined);
  const [unknown] = entries.map(([name]) => name).filter(name => !(filterNames as readonly string[]).includes(name));
  if (unknown !== undefined) {
    const hint = suggest(unknown, filterNames, `there is ${filterNames.join(', ')}`);
    throw parameterError(`there is no filter ${quote(unknown)}; ${hint}`);
  }
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

type Test = (entry: JournalEntry) => boolean;

/** A predicate for exchanges; it ignores `since` and `limit`. */
export function testOf(filters: RequestFilters): Test {
  const {operation, method, status, path, caller, changed, record, text, mark, unassigned, fault, unmatched} = filters;
  const tests: ReadonlyArray<Test | false> = [
    operation !== undefined && (({exchange}) => exchange.operation?.id === operation),
    method !== undefined && (({exchange}) => exchange.method === method),
    status !== undefined && (({exchange}) => isStatusIn(exchange.status, status)),
    path !== undefined && hasPath(path),
    caller !== undefined && (({exchange}) => isCaller(exchange.client.caller, caller)),
    changed !== undefined && (entry => entry.hasChanged === changed),
    record !== undefined && changesRecord(record),
    mark !== undefined && (entry => entry.mark === mark),
    unassigned !== undefined && (entry => (entry.unassigned !== undefined) === unassigned),
    fault !== undefined && (({exchange}) => exchange.fault?.id === fault || exchange.fault?.kind === fault),
    unmatched !== undefined && (({exchange}) => isUnmatched(exchange) === unmatched),
    text !== undefined && holds(text.toLowerCase()), // last, because it is the slowest
  ];
  return entry => tests.every(test => test === false || test(entry));
}

export function select(entries: readonly JournalEntry[], filters: RequestFilters): readonly JournalEntry[] {
  const {since, limit} = filters;
  const test = testOf(filters);
  const found = entries.filter(entry => entry.seq > (since ?? 0) && test(entry));
  if (limit === undefined) {
    return found;
  }
  return since === undefined ? found.slice(-limit) : found.slice(0, limit);
}

function hasPath(path: string): Test {
  if (path.endsWith('*')) {
    const start = path.slice(0, -1);
    return ({exchange}) => pathIn(exchange.url).startsWith(start);
  }
  return ({exchange}) => pathIn(exchange.url) === path || exchange.operation?.path === path;
}

function changesRecord(record: string): Test {
  const [kind = '', id] = record.split('/');
  return entry => entry.changes(kind, Number(id));
}

function holds(text: string): Test {
  const isIn = finder(text);
  return ({exchange: {url, rawBody = '', reply = ''}}) => [url, rawBody, reply].some(part => isIn(part.toLowerCase()));
}

/** Forms on web pages are submitted here: no operation matches, but the client made no mistake. */
const listeners = '/integrations/';

/** True if a request was rejected because no operation has its method and path. */
export const isUnmatched = ({operation, status, method, url}: Exchange): boolean =>
  operation === undefined && status >= 400 && method !== '' && !url.startsWith(listeners);

/**
 * Finds a text in others in linear time with the Knuth-Morris-Pratt algorithm; `includes` may take time proportional to
 * the product of both lengths.
 */
export function finder(text: string): (part: string) => boolean {
  /** For each prefix of the text, the length of its longest proper suffix that is also a prefix. */
  const fallbacks = [0];
  /** @returns the number of matching characters after reading one more */
  const extend = (matched: number, code: number): number => {
    let length = matched;
    while (length > 0 && text.charCodeAt(length) !== code) {
      length = fallbacks[length - 1]!;
    }
    return text.charCodeAt(length) === code ? length + 1 : length;
  };
  for (let index = 1; index < text.length; index++) {
    fallbacks.push(extend(fallbacks[index - 1]!, text.charCodeAt(index)));
  }
  return part => {
    let matched = 0;
    for (let index = 0; index < part.length && matched < text.length; index++) {
      matched = extend(matched, part.charCodeAt(index));
    }
    return matched === text.length;
  };
}
