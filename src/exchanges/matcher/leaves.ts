/** Values that may be expected of bodies at a time: each is looked at in every exchange. */
export const mostLeaves = 100;

/** Levels; what is deeper counts as too many. */
const deepest = 20;

/** How many values there are inside of a value that are neither object nor array; no more than one over `mostLeaves` are counted. */
export function leavesOf(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null) {
    return 1;
  }
  if (depth >= deepest) {
    return mostLeaves + 1;
  }
  let count = 1; // an empty object is to be looked at, too
  for (const inner of Object.values(value)) {
    count += leavesOf(inner, depth + 1);
    if (count > mostLeaves) {
      break;
    }
  }
  return count;
}
