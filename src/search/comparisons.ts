import {readAll, readNumber} from './read-values.js';

/** Operators with one or two operands. */
const comparisons: Readonly<Record<string, (value: number, wanted: number) => boolean>> = {
  gte: (value, wanted) => value >= wanted,
  lte: (value, wanted) => value <= wanted,
  gt: (value, wanted) => value > wanted,
  lt: (value, wanted) => value < wanted,
  eq: (value, wanted) => value === wanted,
  ne: (value, wanted) => value !== wanted,
};

/** For error messages and docs. @param before precedes the operator in the value */
export const comparisonForm = (before = '') =>
  `${before}op|number with op one of ${Object.keys(comparisons).join(', ')}, or ${before}btw|number|number`;

export const comparisonStarts = [...Object.keys(comparisons), 'btw'].map(operator => `${operator}|`);

/** `gte|5`, `btw|5|10`; `btw` includes both ends. */
export function readComparison(parts: readonly string[]): ((value: number) => boolean) | undefined {
  const [operator = '', ...written] = parts;
  const numbers = readAll(written, readNumber);
  const [first, second] = numbers ?? [];
  if (first === undefined) {
    return undefined;
  }
  if (operator === 'btw') {
    return second === undefined || written.length > 2 ? undefined : value => first <= value && value <= second;
  }
  const compare = Object.hasOwn(comparisons, operator) ? comparisons[operator] : undefined;
  return compare === undefined || written.length > 1 ? undefined : value => compare(value, first);
}
