import type * as z from 'zod';
import {type Miss, miss} from './miss.js';
import {isReadAlike} from './read-alike.js';
import type {MatchableRequest} from './request.js';

type Value = string | number | boolean | readonly string[];

/** The parameters that differ. Values are compared as the service reads them: `"25"` equals 25. */
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

/** Converts to text, as parameters are sent. A single value may come as an array or not. */
function sentAs(value: Value): string | readonly string[] {
  if (typeof value === 'object') {
    return value.length === 1 ? value[0]! : value;
  }
  return String(value);
}
