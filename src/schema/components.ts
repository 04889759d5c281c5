import * as z from 'zod';
import {unwrap} from './parse-body.js';

const names = z.registry<{readonly name: string}>();

/** Gives an object that stands inside of others the name that it has in the document: `CustomField`. */
export function named<T extends z.ZodObject>(name: string, schema: T): T {
  names.add(schema, {name});
  return schema;
}

export const componentName = (schema: z.ZodObject): string | undefined => names.get(schema)?.name;

/** The object that a field holds, or an array of: behind `null`, and behind what may be left out. */
export function objectIn(schema: z.ZodType): z.ZodObject | undefined {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray) {
    return objectIn(inner.element as z.ZodType);
  }
  return inner instanceof z.ZodObject ? inner : undefined;
}
