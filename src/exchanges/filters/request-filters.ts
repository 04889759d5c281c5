import {parameterError} from '../../errors.js';
import {limits} from '../../limits.js';
import type {Catalog} from '../../operations/kinds/catalog.js';
import {quote} from '../../schema/fields.js';
import {nearest} from '../../schema/nearest.js';
import {operationIdOf} from '../operation-ids.js';

/** Selects exchanges of a journal; an omitted filter matches everything. */
export interface RequestFilters {
  /** Exchanges with a greater number. */
  readonly since?: number;
  /** Maximum number of exchanges: the first after `since` if it is set, otherwise the latest. */
  readonly limit?: number;
  /** The id of the operation, or an unambiguous short form: `createGift`. */
  readonly operation?: string;
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
  /** The id of the rule, or the kind of fault. */
  readonly fault?: string;
  /** True for requests that match no operation. */
  readonly unmatched?: boolean;
}

export const filterNames = [
  'since',
  'limit',
  'operation',
  'method',
  'status',
  'path',
  'caller',
  'changed',
  'record',
  'text',
  'mark',
  'fault',
  'unmatched',
] as const satisfies ReadonlyArray<keyof RequestFilters>;

/** Filters as query parameters. */
export type FilterQuery = {readonly [name in keyof RequestFilters]?: string | undefined};

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

/**
 * Parses the filters of a query. Unlike the service, the sandbox rejects everything that it does not understand.
 * @param catalog the operations and the kinds of records
 * @throws ApiError, a 400
 */
export function readFilters(query: FilterQuery, catalog: Pick<Catalog, 'operations' | 'kinds'>): RequestFilters {
  const {since, limit, operation, method, status, path, caller, changed, record, text, mark, fault, unmatched} = query;
  const ids = catalog.operations.map(({id}) => id);
  return {
    ...(since !== undefined && {since: integerOf('since', since, 0)}),
    ...(limit !== undefined && {limit: integerOf('limit', limit, 1)}),
    ...(operation !== undefined && {operation: operationIdOf(operation, ids)}),
    ...(method !== undefined && {method: methodOf(method)}),
    ...(status !== undefined && {status: statusOf(status)}),
    ...(path !== undefined && {path: pathOf(path)}),
    ...(caller !== undefined && {caller: textOf('caller', caller)}),
    ...(changed !== undefined && {changed: flagOf('changed', changed)}),
    ...(record !== undefined && {record: recordOf(record, catalog)}),
    ...(text !== undefined && {text: textOf('text', text)}),
    ...(mark !== undefined && {mark: textOf('mark', mark)}),
    ...(fault !== undefined && {fault: textOf('fault', fault)}),
    ...(unmatched !== undefined && {unmatched: flagOf('unmatched', unmatched)}),
  };
}

/** Filters as query parameters. @throws ApiError, a 400, for an unknown filter */
export function queryOf(filters: RequestFilters): FilterQuery {
  const said = Object.entries(filters).filter(([, value]) => value !== undefined);
  const [unknown] = said.map(([name]) => name).filter(name => !(filterNames as readonly string[]).includes(name));
  if (unknown !== undefined) {
    const near = nearest(unknown, filterNames);
    throw parameterError(
      `there is no filter ${quote(unknown)}; ${near === undefined ? `there is ${filterNames.join(', ')}` : `did you mean ${near}?`}`,
    );
  }
  return Object.fromEntries(said.map(([name, value]) => [name, String(value)]));
}

const refuse = (name: string, wanted: string, value: string) =>
  parameterError(`${name}: must be ${wanted}, got ${quote(value)}`);

function integerOf(name: string, value: string, least: number): number {
  const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= least)) {
    throw refuse(name, `an integer, ${least} or more`, value);
  }
  return number;
}

function methodOf(value: string): string {
  const method = value.slice(0, 20).toUpperCase();
  if (!methods.includes(method)) {
    const near = nearest(method, methods);
    throw refuse('method', near === undefined ? `one of ${methods.join(', ')}` : `a method such as ${near}`, value);
  }
  return method;
}

function statusOf(value: string): string {
  if (!/^[1-5](?:\d\d|xx)$/i.test(value)) {
    throw refuse('status', 'a status such as 404, or 4xx for all that begin so', value);
  }
  return value.toLowerCase();
}

function pathOf(value: string): string {
  if (!value.startsWith('/')) {
    throw refuse('path', 'a path such as /api/v1/gifts/7, /api/v1/gifts/{id} or /api/v1/gifts*', value);
  }
  return value;
}

function recordOf(value: string, {kinds}: Pick<Catalog, 'kinds'>): string {
  const [, kind = '', id] = /^([a-z_]{1,60})\/([1-9]\d{0,14})$/.exec(value) ?? [];
  const names = kinds.map(({name}) => name);
  if (!names.includes(kind)) {
    const near = kind === '' ? undefined : nearest(kind, names);
    const wanted =
      near === undefined ? 'a kind of record and an id, such as gifts/7' : `a record such as ${near}/${id}`;
    throw refuse('record', wanted, value);
  }
  return value;
}

function flagOf(name: string, value: string): boolean {
  if (value !== 'true' && value !== 'false') {
    throw refuse(name, 'true or false', value);
  }
  return value === 'true';
}

function textOf(name: string, value: string): string {
  if (value === '' || value.length > limits.textFilter) {
    throw refuse(name, `a text of 1 to ${limits.textFilter} characters`, value);
  }
  return value;
}
