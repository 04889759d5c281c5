import type {FullExchange} from '../../exchanges/exchange.js';
import {parametersOf} from '../requests/rewrite.js';
import {hasTerm, isSearch} from './term-for.js';

/** A parameter that changed nothing. */
export interface IgnoredParameter {
  readonly name: string;
  readonly value: string;
  /** Which rule speaks of it. */
  readonly rule: 'filter-outside-q' | 'search-on-list-path' | 'expand-or-sort-ignored' | 'query-parameter-ignored';
}

/** Sent so that no cache answers: they are meant to change nothing. */
const cacheBusters = new Set(['_', 'v', 'nocache']);

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

/** The parameters of a read that changed nothing, each with the one rule that speaks of it. */
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
    return []; // nearly always
  }
  return parametersOf(exchange)
    .filter(([name]) => names.has(name))
    .map(([name, value]) => ({name, value, rule: ruleFor(name, exchange)}))
    .filter(found => found.rule === rule);
}
