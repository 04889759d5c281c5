/** Every bit of the result depends on every bit of the number: the last step of MurmurHash3, which is in the public domain. */
function mixed(number: number): number {
  let hash = number;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/**
 * A number from 0 to 1, the same for the same integers. No stream is behind it: what others draw, and when, changes
 * nothing, so that parallel requests cannot reorder it.
 */
export const chanceOf = (...integers: readonly number[]): number =>
  (integers.reduce((hash, integer) => mixed(hash ^ mixed(integer + 0x9e3779b9)), 0) >>> 0) / 2 ** 32;
