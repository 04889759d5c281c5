/** From here on a number has no cents, and one more factor of a hundred could be too much for it. */
const wholeFrom = 2 ** 53;

/**
 * A sum in whole cents. A sum beyond all numbers is the largest there is: JSON has no word for infinity, and `null`
 * would say that there is none.
 */
export function sumOfAmounts(amounts: readonly number[]): number {
  const sum = amounts.reduce((sum, amount) => sum + amount, 0);
  const finite = Math.min(Number.MAX_VALUE, Math.max(-Number.MAX_VALUE, sum));
  return Math.abs(finite) < wholeFrom ? Math.round(finite * 100) / 100 : finite;
}
