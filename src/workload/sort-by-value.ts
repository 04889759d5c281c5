import {type Compare, sortInSteps, stride} from './sort-in-steps.js';
import type {Steps} from './steps.js';

/** More values than these are not kept apart: a map of them grows in steps that are long. */
const mostValues = 65_536;

/** So many rows must share a value on average for it to pay, which shows once so many were looked at. */
const leastShared = 4;
const enough = 32_768;

export interface ByValue<R, V> {
  readonly ofValues: Compare<V>;
  /** The whole order: by the value first. */
  readonly ofRows: Compare<R>;
  /** Sorts the rows that share a value. */
  group(rows: readonly R[]): Steps<readonly R[]>;
}

/**
 * In steps, sorts by something that many rows have in common, such as a day: what shares a value is put together first,
 * and sorted by what comes behind it. To compare two rows that no cache of the processor holds takes longer than to look
 * a value up.
 * Bench: `npm run bench -- orders`.
 */
export function* sortByValue<R, V>(
  rows: readonly R[],
  read: (row: R) => V,
  {ofValues, ofRows, group}: ByValue<R, V>,
): Steps<readonly R[]> {
  const groups = rows.length > stride ? yield* groupInSteps(rows, read) : undefined;
  if (groups === undefined) {
    return yield* sortInSteps(rows, ofRows);
  }
  const sorted = rows.slice();
  let place = 0;
  for (const value of yield* sortInSteps([...groups.keys()], ofValues)) {
    for (const row of yield* group(groups.get(value)!)) {
      sorted[place] = row;
      place += 1;
      if (place % stride === 0) {
        yield;
      }
    }
  }
  return sorted;
}

/** Each group in the order it came in. @returns undefined where most have a value of their own */
function* groupInSteps<R, V>(rows: readonly R[], read: (row: R) => V): Steps<Map<V, R[]> | undefined> {
  const groups = new Map<V, R[]>();
  for (const [place, row] of rows.entries()) {
    const value = read(row);
    const group = groups.get(value);
    if (group === undefined) {
      groups.set(value, [row]);
    } else {
      group.push(row);
    }
    if (place % stride === stride - 1) {
      if (groups.size > mostValues || (place > enough && groups.size * leastShared > place)) {
        return undefined;
      }
      yield;
    }
  }
  return groups;
}
