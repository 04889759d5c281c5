import type * as z from 'zod';
import {type Miss, miss} from './miss.js';
import {isReadAlike} from './read-alike.js';
import type {MatchableRequest} from './request.js';

type Value = string | number | boolean | readonly string[];

/** The parameters that a request does not have so: each as the service reads it, `"25"` and 25 alike. */
export function queryMisses(
  expected: Readonly<Record<string, Value>>,
  {query, operation}: Pick<MatchableRequest, 'query' | 'operation'>,
): readonly Miss[] {
  const shape: Readonly<Record<string, z.ZodType>> = operation?.query?.shape ?? {};
  return Object.entries(expected).flatMap(([name, value]) => {
    const found = Object.hasOwn(query, name) ? query[name] : undefined;
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    return found !== undefined && isReadAlike(sentAs(value), sentAs(found), schema)
      ? []
      : [miss(`query.${name}`, value, found)];
  });
}

/** Parameters come as text; one that is given once, as an array or not. */
function sentAs(value: Value): string | readonly string[] {
  if (typeof value === 'object') {
    return value.length === 1 ? value[0]! : value;
  }
  return String(value);
}
