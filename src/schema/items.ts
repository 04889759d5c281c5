import {type Fields, integer} from './fields.js';
import type {Issues} from './issues.js';

/** What can be told of a value of which nothing is known yet. */

/** The largest id that a record can have, whether it brings it or is handed it out: a path takes 15 digits. */
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

/** The objects of an array, each with its place; none where there is no array. */
export const asItems = (value: unknown, issues: Issues): ReadonlyArray<readonly [item: Fields, issues: Issues]> =>
  Array.isArray(value)
    ? value.flatMap((item: unknown, index) => (isObject(item) ? [[item, issues.at(index)] as const] : []))
    : [];
