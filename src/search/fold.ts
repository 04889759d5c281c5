/**
 * Normalizes text for comparison and sorting: removes case and accents. `José` and `jose` fold to the same.
 * Assumption: docs/reference/assumptions.md, "Text".
 */
export function fold(text: string): string {
  // Most text is ASCII, where lowercasing alone is four times as fast.
  return /^\p{ASCII}*$/u.test(text)
    ? text.toLowerCase()
    : text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** A folded text as an index key; none for a missing text. */
export const foldedKey = (text: string | null): readonly string[] => (text === null ? [] : [fold(text)]);

/** Joins texts for searching. Clients never search for this character, so no match spans two texts. */
const separator = '\0';

/** Joins texts for a substring search in any of them. */
export const foldedTexts = (texts: Iterable<string>): string => fold([...texts].join(separator));
