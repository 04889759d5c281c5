import type {FullExchange} from '../../exchanges/exchange.js';
import type {Catalog} from '../../operations/kinds/catalog.js';
import {matcherOf} from '../../operations/match.js';
import {pathOf} from './rewrite.js';

const base = '/api/v1';

/** Whether an operation has this path, whatever the method. */
export const isPath = (path: string, catalog: Catalog): boolean =>
  matcherOf(catalog.operations, {asService: true})('GET', path).kind !== 'none';

/** Bases that are written too often, too little, or of another version. */
const wrongBases = /^\/+(?:(?:api|rest|v\d+|api\.json)\/+)*(?:api\/v1(?=[a-z]))?/;

/** Longer ones are nobody's. */
const longest = 500;

/** The path that a request with another base was meant for. */
export function rightBase(exchange: FullExchange, catalog: Catalog): string | undefined {
  const path = pathOf(exchange);
  if (path.length > longest) {
    return undefined;
  }
  const rest = path.replace(wrongBases, '');
  const right = `${base}/${rest}`;
  return right !== path && isPath(right, catalog) ? right : undefined;
}

/** Behind the base, step by step; undefined where the path has another base. */
export function stepsOf(exchange: FullExchange): readonly string[] | undefined {
  const path = pathOf(exchange);
  return path.startsWith(`${base}/`) && path.length <= longest ? path.slice(base.length + 1).split('/') : undefined;
}
