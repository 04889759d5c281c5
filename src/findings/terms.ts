import type {FullExchange} from '../exchanges/exchange.js';
import type {Operation} from '../operations/operation.js';
import {nearest} from '../schema/nearest.js';
import {memoizeWeakly} from '../store/caching.js';
import {termMeant} from './aliases.js';
import type {RequestToSend} from './finding.js';
import {type Parameter, parametersOf, withParameters} from './rewrite.js';

/** True for the rest of a value that contained a `;`: it follows a term in the same `q[]` and is not a term. */
export function splitValue({operation}: FullExchange, {whole, index, name}: WrittenPart): boolean {
  if (index === 0 || (name !== undefined && hasTerm(operation!, name))) {
    return false;
  }
  const [first = ''] = whole.split('=', 1);
  return whole.includes('=') && hasTerm(operation!, first.trim());
}

/** Replaces parts of a search. @param part returns the new part; undefined removes it */
export function replaceParts(exchange: FullExchange, part: (part: WrittenPart) => string | undefined): RequestToSend {
  const terms = writtenParts(exchange).flatMap<Parameter>(written => {
    const text = part(written)?.trim();
    return text === undefined || text === '' ? [] : [['q[]', text]];
  });
  const others = parametersOf(exchange).filter(([name]) => name !== 'q' && name !== 'q[]');
  return withParameters(exchange, [...terms, ...others]);
}

const namesOf = ({search}: Operation): readonly string[] => (search?.terms ?? []).map(({name}) => name);

export const isSearch = (operation: Operation | undefined): boolean => (operation?.search?.terms.length ?? 0) > 0;

export const hasTerm = (operation: Operation, name: string): boolean => namesOf(operation).includes(name);

/** The closest term of a search for an unknown name, with the value in its format: `gift_amount=gte|100`. */
export function termFor(operation: Operation, name: string, value: string): string | undefined {
  const alias = termMeant(operation.id, name);
  if (alias !== undefined) {
    return alias === null ? undefined : `${alias}${value.replace(/^(?:eq|gte|lte|gt|lt|in|ni)\|/, '')}`;
  }
  const near = hasTerm(operation, name) ? name : nearest(name, namesOf(operation));
  return near && `${near}=${value}`;
}

/** The search over the records of a list: `/constituents` has `/constituents/search`. */
export const searchBeside = (operation: Operation, all: readonly Operation[]): Operation | undefined => {
  const kind = operation.path.split('/').at(-1);
  return all.find(other => isSearch(other) && other.path === `/api/v1/${kind}/search`);
};

/** A part of a `q[]` as written; `name` is undefined if it has no `=`. */
export interface WrittenPart {
  readonly parameter: string;
  /** Unmodified, including blanks. */
  readonly text: string;
  readonly name?: string;
  readonly value?: string;
  /** Its index among the parts of the value, and that value. */
  readonly index: number;
  readonly whole: string;
}

function partOf(parameter: string, whole: string, text: string, index: number): WrittenPart {
  const split = text.indexOf('=');
  return {
    parameter,
    whole,
    text,
    index,
    ...(split !== -1 && {name: text.slice(0, split).trim(), value: text.slice(split + 1).trim()}),
  };
}

/** Further parts are ignored. */
const mostParts = 200;

const none: readonly WrittenPart[] = [];

/** The parts of all `q[]` and `q` of a search, in order. */
export const writtenParts = (exchange: FullExchange): readonly WrittenPart[] =>
  exchange.query['q[]'] === undefined && exchange.query['q'] === undefined ? none : partsOf(exchange);

const partsOf = memoizeWeakly((exchange: FullExchange): readonly WrittenPart[] =>
  parametersOf(exchange)
    .filter(([name]) => name === 'q[]' || name === 'q')
    .flatMap(([name, value]) => value.split(';').map((text, index) => partOf(name, value, text, index)))
    .slice(0, mostParts),
);

/** Decodes a value once more; undefined if that changes nothing or fails. */
export function decodedAgain(value: string): string | undefined {
  if (!/%[0-9A-F]{2}/i.test(value)) {
    return undefined;
  }
  try {
    const once = decodeURIComponent(value);
    return once === value ? undefined : once;
  } catch {
    return undefined;
  }
}

/** An e-mail address with `+` in place of the blanks before its `@`. */
export function withPlus(address: string): string {
  const [local = '', domain] = address.split('@', 2);
  return domain === undefined || /[,;<>"]/.test(local) ? address : `${local.replaceAll(' ', '+')}@${domain}`;
}

export const termValue = (exchange: FullExchange, name: string): string | undefined =>
  writtenParts(exchange).find(part => part.name === name)?.value;

export interface IgnoredParameter {
  readonly name: string;
  readonly value: string;
  readonly rule: 'filter-outside-q' | 'search-on-list-path' | 'expand-or-sort-ignored' | 'query-parameter-ignored';
}

/** Parameters that bypass caches; they are meant to have no effect. */
const cacheBusters = new Set(['_', 'v', 'nocache']);

/** The names in the query of a read that its operation does not have. */
export const unknownParameters = ({operation, query}: Pick<FullExchange, 'operation' | 'query'>): readonly string[] =>
  Object.keys(query).filter(name => !(cacheBusters.has(name) || Object.hasOwn(operation?.query?.shape ?? {}, name)));

/** `q` as `q[]`: of several `q`, the service keeps the last. */
export const withBrackets = (parameters: readonly Parameter[]): Parameter[] =>
  parameters.map(([name, value]) => [name === 'q' ? 'q[]' : name, value]);

const searching = new Set(['email', 'search', 'q', 'q[]', 'name', 'query', 'phone']);

function ruleFor(name: string, {operation}: FullExchange): IgnoredParameter['rule'] {
  if (name === 'expand' || name === 'sort') {
    return 'expand-or-sort-ignored';
  }
  if (isSearch(operation)) {
    return hasTerm(operation!, name) ? 'filter-outside-q' : 'query-parameter-ignored';
  }
  return searching.has(name) && operation?.reply.kind === 'page' ? 'search-on-list-path' : 'query-parameter-ignored';
}

/** The parameters of a read that had no effect, each assigned to exactly one rule. */
export function ignoredParameters(
  exchange: FullExchange,
  rule: IgnoredParameter['rule'],
): readonly IgnoredParameter[] | undefined {
  const {method, status, issues, query} = exchange;
  if (method !== 'GET' || status !== 200 || Object.keys(query).length === 0) {
    return undefined;
  }
  const ignored = issues.ignored.filter(issue => issue.in === 'query' && issue.code === 'unknown-parameter');
  const names = new Set(ignored.map(({path}) => String(path[0])).filter(name => !cacheBusters.has(name)));
  if (names.size === 0) {
    return []; // the common case
  }
  return parametersOf(exchange)
    .filter(([name]) => names.has(name))
    .map(([name, value]) => ({name, value, rule: ruleFor(name, exchange)}))
    .filter(found => found.rule === rule);
}

/** The kind of record in a list or search: the last meaningful segment of its path. */
export const kindOfList = memoizeWeakly(({path}: Operation): string => {
  const steps = path.split('/').filter(step => step !== 'search' && !step.startsWith('{'));
  return steps.at(-1)!;
});
