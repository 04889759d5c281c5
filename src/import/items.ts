import {type Fields, integer, quote} from '../schema/fields.js';
import type {Issues} from '../schema/issues.js';
import type {Item} from './kind.js';

/**
 * The largest id that a record may bring: the ids handed out after it must still fit into a path, which takes 15
 * digits.
 */
export const largestId = 999_999_999_999;

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isMissing = (value: unknown): value is null | undefined => value === undefined || value === null;

export const isName = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** The id that a value is, if it is one that a record can have. */
export function idIn(value: unknown): number | undefined {
  const id = integer.safeParse(value).data;
  return id !== undefined && id >= 1 && id <= largestId ? id : undefined;
}

/** The objects of an array, copied; none where there is no array. What is no array or no object is an issue. */
export function itemsIn(value: unknown, field: string, issues: Issues): Item[] {
  if (isMissing(value)) {
    return [];
  }
  if (!Array.isArray(value)) {
    issues.refuse(field, `must be an array, got ${quote(value)}`);
    return [];
  }
  const at = issues.at(field);
  return value.flatMap((item: unknown, index) => {
    if (isObject(item)) {
      return [{fields: {...item}, issues: at.at(index)}];
    }
    at.refuse(index, `must be an object, got ${quote(item)}`);
    return [];
  });
}

/** Lower snake case: `Credit Card` is `credit_card`. */
export const snakeCase = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_');
