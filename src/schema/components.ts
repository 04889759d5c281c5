import * as z from 'zod';
import {unwrap} from './parse-body.js';

const names = z.registry<{readonly name: string}>();

/** Names a nested object for the document: `CustomField`. */
export function named<T extends z.ZodObject>(name: string, schema: T): T {
  names.add(schema, {name});
  return schema;
}

export const componentName = (schema: z.ZodObject): string | undefined => names.get(schema)?.name;

/** The object schema of a field or of its array elements, without `nullable` and `optional`. */
export function objectIn(schema: z.ZodType): z.ZodObject | undefined {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray) {
    return objectIn(inner.element as z.ZodType);
  }
  return inner instanceof z.ZodObject ? inner : undefined;
}
