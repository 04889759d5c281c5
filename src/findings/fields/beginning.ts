/** Levels. Deeper values are omitted: they would overflow the stack of readers and writers. */
const maxDepth = 50;

/** Copies the start of a JSON value, to about this many characters of text. */
export function beginningOf(value: unknown, characters: number) {
  let left = characters;
  let isWhole = true;
  const copyText = (text: string): string => {
    const kept = text.slice(0, Math.max(0, left));
    left -= JSON.stringify(kept).length + 1; // with a comma or a colon
    isWhole &&= kept.length === text.length;
    return kept.length === text.length ? text : `${kept}…`;
  };
  const copy = (part: unknown, depth: number): unknown => {
    if (typeof part === 'string') {
      return copyText(part);
    }
    if (typeof part !== 'object' || part === null) {
      left -= String(part).length + 1;
      return part;
    }
    left -= 2;
    const isArray = Array.isArray(part);
    const source = (isArray ? part.slice(0, Math.max(0, left) + 1) : part) as Readonly<Record<string, unknown>>;
    const kept: Array<readonly [string, unknown]> = [];
    for (const name in source) {
      if (left <= 0 || depth === maxDepth) {
        isWhole = false;
        break;
      }
      kept.push([isArray ? name : copyText(name), copy(source[name], depth + 1)]);
    }
    return isArray ? kept.map(([, item]) => item) : Object.fromEntries(kept);
  };
  return {value: copy(value, 0), isWhole};
}
