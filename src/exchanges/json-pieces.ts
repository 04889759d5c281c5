/**
 * Writes a value as JSON, which may not fit in one string: arrays are written element by element. An iterator becomes
 * an array, and a map an object in its own order.
 */
export function* jsonPieces(value: unknown): Generator<string, void> {
  if (typeof value !== 'object' || value === null) {
    yield JSON.stringify(value);
  } else if (Symbol.iterator in value && !(value instanceof Map)) {
    let start = '[';
    for (const element of value as Iterable<unknown>) {
      yield start + JSON.stringify(element);
      start = ',';
    }
    yield start === '[' ? '[]' : ']';
  } else {
    let start = '{';
    for (const [name, part] of value instanceof Map ? value : Object.entries(value)) {
      if (part !== undefined) {
        yield `${start}${JSON.stringify(String(name))}:`;
        yield* jsonPieces(part);
        start = ',';
      }
    }
    yield start === '{' ? '{}' : '}';
  }
}
