import type {AnyContext} from '../operations/kinds/context.js';
import type {DataBuilder, RandomStream} from '../operations/kinds/kind.js';
import type {Fields} from '../schema/fields.js';

export function anyDay(random: RandomStream, {calendar}: DataBuilder): string {
  const [year, month, day] = [random.int(2019, 2025), random.int(1, 12), random.int(1, 28)];
  return calendar.moved(`${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`);
}

/** Rejects a blank `text` with the service's message. Observed for contact reports, assumed for notes. */
export function refuseBlankText(body: Fields, {issues, imported}: Pick<AnyContext, 'issues' | 'imported'>): void {
  if (typeof body.text === 'string' && body.text.trim() === '') {
    // An imported record is one of many: the path of the issue identifies it.
    issues.refuse('text', "Text can't be blank", imported === undefined ? 'blank' : 'invalid');
  }
}

/** Larger numbers have no cents, and multiplying them by a hundred could overflow. */
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
