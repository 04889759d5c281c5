/**
 * Finds a text in others in linear time, by the algorithm of Knuth, Morris and Pratt: `includes` takes up to the product of
 * both lengths.
 */
export function finder(text: string): (part: string) => boolean {
  const fallbacks = fallbacksOf(text);
  return part => {
    let matched = 0;
    for (let index = 0; index < part.length && matched < text.length; index++) {
      matched = extend(text, fallbacks, matched, part.charCodeAt(index));
    }
    return matched === text.length;
  };
}

/** The number of characters that match once another is read. */
function extend(text: string, fallbacks: readonly number[], matched: number, code: number): number {
  let length = matched;
  while (length > 0 && text.charCodeAt(length) !== code) {
    length = fallbacks[length - 1]!;
  }
  return text.charCodeAt(length) === code ? length + 1 : length;
}

/** For each beginning of the text, the length of its longest end that is a shorter beginning. */
function fallbacksOf(text: string): readonly number[] {
  const fallbacks = [0];
  for (let index = 1; index < text.length; index++) {
    fallbacks.push(extend(text, fallbacks, fallbacks[index - 1]!, text.charCodeAt(index)));
  }
  return fallbacks;
}
