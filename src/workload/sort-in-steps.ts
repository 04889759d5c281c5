import type {Steps} from './steps.js';

/** Under 0 where `a` stands first, over 0 where `b` does. */
export type Compare<R> = (a: R, b: R) => number;

/** How many are sorted in a step, or put in order. */
export const stride = 2048;

/**
 * Sorts as `toSorted` does, in steps: stretches first, then ever longer ones made of two.
 * @param compare finds no two alike, or what it finds alike stays in the order it came in
 */
export function* sortInSteps<R>(rows: readonly R[], compare: Compare<R>): Steps<readonly R[]> {
  let sorted = rows.slice();
  for (let from = 0; from < rows.length; from += stride) {
    const stretch = rows.slice(from, from + stride).sort(compare);
    for (const [place, row] of stretch.entries()) {
      sorted[from + place] = row;
    }
    yield;
  }
  // Two arrays are enough, one for every other length: one that grows is copied again and again.
  let merged = rows.length > stride ? rows.slice() : [];
  for (let width = stride; width < rows.length; width *= 2) {
    for (let from = 0; from < rows.length; from += 2 * width) {
      yield* merge(sorted, from, Math.min(from + width, rows.length), Math.min(from + 2 * width, rows.length), {
        into: merged,
        compare,
      });
    }
    [sorted, merged] = [merged, sorted];
  }
  return sorted;
}

interface Merging<R> {
  readonly into: R[];
  readonly compare: Compare<R>;
}

/** Two stretches that are in order, one behind the other: from `from`, and from `middle`, to `end`. */
function* merge<R>(
  rows: readonly R[],
  from: number,
  middle: number,
  end: number,
  {into, compare}: Merging<R>,
): Steps<void> {
  let [left, right] = [from, middle];
  const isInOrder = middle === end || compare(rows[middle - 1]!, rows[middle]!) <= 0;
  for (let place = from; place < end; place++) {
    const isLeft = right === end || (left < middle && (isInOrder || compare(rows[left]!, rows[right]!) <= 0));
    into[place] = rows[isLeft ? left++ : right++]!;
    if (place % stride === 0) {
      yield;
    }
  }
}
