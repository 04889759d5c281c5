/**
 * Normalizes text for comparison and sorting: removes case and accents. `José` and `jose` fold to the same.
 * Assumption: docs/reference/assumptions.md, "Text".
 */
export function fold(text: string): string {
  // Most text is ASCII, for which lowercasing alone is four times as fast.
  return /^\p{ASCII}*$/u.test(text)
    ? text.toLowerCase()
    : text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** A folded text as an index key; a row without the text has none. */
export const foldedKey = (text: string | null): readonly string[] => (text === null ? [] : [fold(text)]);

/** Joins texts into one for searching. Clients never search for it, so no match spans two texts. */
const separator = '\0';

/** Joins texts for a search for a part of any of them. */
export const foldedTexts = (texts: Iterable<string>): string => fold([...texts].join(separator));
