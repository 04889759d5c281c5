import type {FullExchange} from '../../exchanges/exchange.js';
import {parametersOf} from '../requests/rewrite.js';
import {hasTerm, isSearch} from './term-for.js';

export interface IgnoredParameter {
  readonly name: string;
  readonly value: string;
  readonly rule: 'filter-outside-q' | 'search-on-list-path' | 'expand-or-sort-ignored' | 'query-parameter-ignored';
}

/** Parameters that bypass caches; they are meant to have no effect. */
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
