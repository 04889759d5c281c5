import type {Fields} from './fields.js';
import type {Issues} from './issues.js';

/** Checks of unknown values. The command line imports this file, so it must not load zod. */

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isMissing = (value: unknown): value is null | undefined => value === undefined || value === null;

export const isName = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** The objects of an array, each with its issues; empty if the value is not an array. */
export const asItems = (value: unknown, issues: Issues): ReadonlyArray<readonly [item: Fields, issues: Issues]> =>
  Array.isArray(value)
    ? value.flatMap((item: unknown, index) => (isObject(item) ? [[item, issues.at(index)] as const] : []))
    : [];
