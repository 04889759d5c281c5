/**
 * Finds a text in others in linear time with the Knuth-Morris-Pratt algorithm; `includes` may take time proportional to
 * the product of both lengths.
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

/** The number of matching characters after reading one more. */
function extend(text: string, fallbacks: readonly number[], matched: number, code: number): number {
  let length = matched;
  while (length > 0 && text.charCodeAt(length) !== code) {
    length = fallbacks[length - 1]!;
  }
  return text.charCodeAt(length) === code ? length + 1 : length;
}

/** The KMP failure function: for each prefix, the longest proper suffix that is also a prefix. */
function fallbacksOf(text: string): readonly number[] {
  const fallbacks = [0];
  for (let index = 1; index < text.length; index++) {
    fallbacks.push(extend(text, fallbacks, fallbacks[index - 1]!, text.charCodeAt(index)));
  }
  return fallbacks;
}
