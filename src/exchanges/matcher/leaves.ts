/** Maximum number of expected values: each is compared in every exchange. */
export const mostLeaves = 100;

/** Levels. A deeper value counts as too many. */
const deepest = 20;

/** Counts the values that are neither object nor array, and stops one above `mostLeaves`. */
export function leavesOf(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null) {
    return 1;
  }
  if (depth >= deepest) {
    return mostLeaves + 1;
  }
  let count = 1; // an empty object is compared as well
  for (const inner of Object.values(value)) {
    count += leavesOf(inner, depth + 1);
    if (count > mostLeaves) {
      break;
    }
  }
  return count;
}
