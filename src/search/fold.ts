/**
 * Text as it is compared and sorted: without case, without accents. `José` and `jose` fold to the same.
 * Decision: docs/decisions.md, "Text".
 */
export function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
