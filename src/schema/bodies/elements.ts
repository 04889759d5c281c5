import * as z from 'zod';
import {limits} from '../../limits.js';
import type {Issues} from '../issues.js';
import {unwrap} from '../parse-body.js';

/** The arrays that a body of one schema can have, each with those inside its elements. */
type Arrays = ReadonlyMap<string, Arrays>;

const none: Arrays = new Map();

const arraysOf = new WeakMap<z.ZodType, Arrays>();

/** Worked out once for each schema: they never change. */
function arraysIn(schema: z.ZodType): Arrays {
  const known = arraysOf.get(schema);
  if (known !== undefined) {
    return known;
  }
  const inner = unwrap(schema);
  const fields = inner instanceof z.ZodObject ? Object.entries(inner.shape as Record<string, z.ZodType>) : [];
  const arrays = fields.flatMap(([name, field]) => {
    const array = unwrap(field);
    return array instanceof z.ZodArray ? [[name, arraysIn(array.element as z.ZodType)] as const] : [];
  });
  const found = arrays.length === 0 ? none : new Map(arrays);
  arraysOf.set(schema, found);
  return found;
}

/** How many elements the arrays of a value have. It goes on no further than a little past the most. */
function count(arrays: Arrays, raw: unknown): number {
  let elements = 0;
  for (const [name, inside] of typeof raw === 'object' && raw !== null ? arrays : none) {
    const array = (raw as Readonly<Record<string, unknown>>)[name];
    if (Array.isArray(array)) {
      elements += array.length;
      for (let index = 0; inside !== none && index < array.length && elements <= limits.bodyElements; index++) {
        elements += count(inside, array[index]);
      }
    }
  }
  return elements;
}

/**
 * Refuses a body with more elements than are read, before any of them is looked at.
 * @throws a 422 that names an array at which there are too many
 */
export function refuseManyElements(schema: z.ZodType, raw: unknown, issues: Issues): void {
  const arrays = arraysIn(schema);
  if (arrays === none || count(arrays, raw) <= limits.bodyElements) {
    return;
  }
  const largest = [...arrays].map(([name, inside]) => ({name, elements: count(new Map([[name, inside]]), raw)}));
  const {name} = largest.reduce((most, one) => (one.elements > most.elements ? one : most));
  issues.refuse(
    name,
    `has too many elements: ${limits.bodyElements} are the most that all arrays of one body may hold`,
  );
  issues.throwIfRefused();
}
