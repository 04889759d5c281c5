/** The final step of MurmurHash3 (public domain): every bit of the input affects every bit of the result. */
function mixed(number: number): number {
  let hash = number;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/**
 * Returns a number from 0 to 1, always the same for the same integers. There is no shared random stream, so parallel
 * requests cannot change each other's draws.
 */
export const chanceOf = (...integers: readonly number[]): number =>
  (integers.reduce((hash, integer) => mixed(hash ^ mixed(integer + 0x9e3779b9)), 0) >>> 0) / 2 ** 32;
