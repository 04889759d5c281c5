import {printable} from '../../exchanges/printable.js';

/** Limits the output when two responses differ completely. */
const mostPlaces = 10;

/** Characters per value. */
const longestValue = 200;

type Place = readonly [path: string, one: unknown, other: unknown];

/**
 * Lists the differences of two JSON values, one per line: `gifts[0].amount: "50.00" became "51.00"`. Values are shown
 * as JSON, truncated if they are long.
 */
export function differenceLines(one: unknown, other: unknown): string[] {
  const places = [...differing('', one, other)];
  const lines = places
    .slice(0, mostPlaces)
    .map(([path, before, after]) => `${printable(path)}: ${shown(before)} became ${shown(after)}`);
  return places.length > mostPlaces ? [...lines, `and ${places.length - mostPlaces} more`] : lines;
}

function* differing(path: string, one: unknown, other: unknown): Generator<Place, void> {
  if (Array.isArray(one) && Array.isArray(other)) {
    for (let index = 0; index < Math.max(one.length, other.length); index++) {
      yield* differing(`${path}[${index}]`, one[index], other[index]);
    }
  } else if (isObject(one) && isObject(other)) {
    for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
      yield* differing(path === '' ? name : `${path}.${name}`, fieldOf(one, name), fieldOf(other, name));
    }
  } else if (!Object.is(one, other)) {
    yield [path === '' ? 'all of it' : path, one, other];
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldOf = (object: object, name: string): unknown => (object as Readonly<Record<string, unknown>>)[name];

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return printable(text.length > longestValue ? `${text.slice(0, longestValue)}...` : text);
}

/** Parses a JSON text; returns the text itself if it is not JSON. */
export function jsonIn(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : text;
  } catch {
    return text;
  }
}
