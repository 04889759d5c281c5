import type {FullExchange} from '../exchanges/exchange.js';
import {spelling, termMeant} from '../operations/aliases.js';
import type {Operation} from '../operations/operation.js';
import {memoizeWeakly} from '../store/caching.js';
import {parametersOf, plainName} from './rewrite.js';

/** True for the rest of a value that contained a `;`: it follows a term in the same `q[]` and is not a term. */
export function splitValue(search: Operation, {whole, index, name}: WrittenPart): boolean {
  const isRest = index > 0 && (name === undefined || meantTerm(search, name) === undefined);
  return isRest && whole.includes('=') && hasTerm(search, whole.split('=', 1)[0]!.trim());
}

export const termNames = ({search}: Operation): readonly string[] => (search?.terms ?? []).map(({name}) => name);

export const isSearch = (operation: Operation | undefined): boolean => (operation?.search?.terms.length ?? 0) > 0;

export const hasTerm = (operation: Operation, name: string): boolean => termNames(operation).includes(name);

const termsBySpelling = memoizeWeakly(
  (search: Operation) => new Map(termNames(search).map(name => [spelling(name), name])),
);

/** The beginning of the term that a name means: `date_to=` for `dateTo`; null and undefined as for `termMeant`. */
export function meantTerm(search: Operation, name: string): string | null | undefined {
  const spelled = termsBySpelling(search).get(spelling(name));
  return spelled === undefined ? termMeant(search.id, name) : `${spelled}=`;
}

/**
 * The search for the records of a list: `/constituents` has `/constituents/search`. A constituent's list has one if the
 * search has a term for constituents.
 */
export const searchBeside = ({path}: Operation, all: readonly Operation[]): Operation | undefined => {
  const search = all.find(other => isSearch(other) && other.path === `/api/v1/${path.split('/').at(-1)}/search`);
  return search !== undefined && path.includes('{') && !hasTerm(search, 'constituent_id') ? undefined : search;
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

/** Maximum number of parts and parameters; further ones are ignored. */
export const maxParts = 200;

export const partsIn = (parameter: string, whole: string): WrittenPart[] =>
  whole.split(';', maxParts).map((text, index) => {
    const split = text.indexOf('=');
    const named = split !== -1 && {name: text.slice(0, split).trim(), value: text.slice(split + 1).trim()};
    return {parameter, whole, text, index, ...named};
  });

/** The parts of all `q[]` and `q` of a search, in order. */
export const writtenParts = (exchange: FullExchange): readonly WrittenPart[] =>
  exchange.query['q[]'] === undefined && exchange.query['q'] === undefined ? [] : partsOf(exchange);

const partsOf = memoizeWeakly((exchange: FullExchange): readonly WrittenPart[] =>
  parametersOf(exchange)
    .filter(([name]) => name === 'q[]' || name === 'q')
    .flatMap(([name, value]) => partsIn(name, value))
    .slice(0, maxParts),
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

/** Replaces the blanks before the `@` of an email address with `+`. */
export function withPlus(address: string): string {
  const [local = '', domain] = address.split('@', 2);
  return domain === undefined || /[,;<>"]/.test(local) ? address : `${local.replaceAll(' ', '+')}@${domain}`;
}

export const termValue = (exchange: FullExchange, name: string): string | undefined =>
  writtenParts(exchange).find(part => part.name === name)?.value;

/** The rules about parameters without effect. */
export type IgnoredParameterRule =
  | 'filter-outside-q'
  | 'search-on-list-path'
  | 'expand-or-sort-ignored'
  | 'query-parameter-ignored';

/** Cache-busting parameters are meant to have no effect. */
export const cacheBusters = new Set(['_', 'v', 'nocache']);

export const unknownParameters = ({operation, query}: Pick<FullExchange, 'operation' | 'query'>): readonly string[] =>
  Object.keys(query).filter(name => !(cacheBusters.has(name) || Object.hasOwn(operation?.query?.shape ?? {}, name)));

const searching = new Set(['email', 'emailaddress', 'search', 'q', 'name', 'query', 'phone']);

function ruleFor(name: string, {operation}: FullExchange): IgnoredParameterRule {
  if (name === 'expand' || name === 'sort') {
    return 'expand-or-sort-ignored';
  }
  if (isSearch(operation)) {
    return hasTerm(operation!, name) ? 'filter-outside-q' : 'query-parameter-ignored';
  }
  const isSearching = operation?.reply.kind === 'page' && searching.has(spelling(plainName(name)));
  return isSearching ? 'search-on-list-path' : 'query-parameter-ignored';
}

/** The parameters of a read that had no effect, each assigned to exactly one rule. */
export function ignoredParameters(exchange: FullExchange, rule: IgnoredParameterRule) {
  const {method, status, issues, query} = exchange;
  if (method !== 'GET' || status !== 200 || Object.keys(query).length === 0) {
    return undefined;
  }
  const ignored = issues.ignored.filter(issue => issue.in === 'query' && issue.code === 'unknown-parameter');
  const all = ignored.map(({path}) => String(path[0]));
  const names = new Set(all.filter(name => !cacheBusters.has(name) && decodedAgain(name) === undefined));
  if (names.size === 0) {
    return []; // the common case
  }
  return parametersOf(exchange).filter(([name]) => names.has(name) && ruleFor(name, exchange) === rule);
}

/** `gifts` of `/api/v1/constituents/{constituent_id}/gifts` and of `/api/v1/gifts/search`. */
export const kindOfPath = memoizeWeakly(
  ({path}: Operation) => path.split('/').findLast(step => step !== 'search' && !step.startsWith('{'))!,
);
