/**
 * Text as it is compared and sorted: without case, without accents. `José` and `jose` fold to the same.
 * Assumption: docs/assumptions.md, "Text".
 */
export function fold(text: string): string {
  // Most text is plain, and lower case alone is four times as fast.
  return /^\p{ASCII}*$/u.test(text)
    ? text.toLowerCase()
    : text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** A folded text as the key of an index; a row without the text has none. */
export const foldedKey = (text: string | null): readonly string[] => (text === null ? [] : [fold(text)]);

/** No text that a client searches for holds it: texts joined by it can be searched as one, and no match spans two. */
const separator = '\0';

/** Several texts prepared as one for a search for a part of any. */
export const foldedTexts = (texts: Iterable<string>): string => fold([...texts].join(separator));
