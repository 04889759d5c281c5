import {compareKeys, type Key, type KeyRange} from '../store/order.js';

export const equalTo =
  (wanted: Key): KeyRange =>
  key =>
    compareKeys(key, wanted);

/** @param from the least key, @param to the greatest; both are inclusive, and unbounded if omitted */
export const between =
  (from: Key | undefined, to?: Key): KeyRange =>
  key =>
    from !== undefined && key < from ? -1 : to !== undefined && key > to ? 1 : 0;

/** Excludes both bounds. */
const inside =
  (after: Key | undefined, before: Key | undefined): KeyRange =>
  key =>
    after !== undefined && key <= after ? -1 : before !== undefined && key >= before ? 1 : 0;

/** The complement of these keys, as ranges. */
export function outside(unwanted: readonly Key[]): KeyRange[] {
  const sorted = [...unwanted].sort(compareKeys);
  return [...sorted, undefined].map((before, index) => inside(sorted[index - 1], before));
}

export const startingWith =
  (text: string): KeyRange =>
  key =>
    String(key).startsWith(text) ? 0 : compareKeys(key, text);
