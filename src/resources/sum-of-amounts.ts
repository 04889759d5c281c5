/** From here on a number has no cents, and multiplying it by a hundred could overflow. */
const wholeFrom = 2 ** 53;

/**
 * Sums in whole cents. An overflow becomes the largest number: JSON cannot represent infinity, and `null` would mean
 * that there is no sum.
 */
export function sumOfAmounts(amounts: readonly number[]): number {
  const sum = amounts.reduce((sum, amount) => sum + amount, 0);
  const finite = Math.min(Number.MAX_VALUE, Math.max(-Number.MAX_VALUE, sum));
  return Math.abs(finite) < wholeFrom ? Math.round(finite * 100) / 100 : finite;
}
