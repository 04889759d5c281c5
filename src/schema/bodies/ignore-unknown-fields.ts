import * as z from 'zod';
import type {Issues} from '../issues.js';
import {unwrap} from '../parse-body.js';

/** Notes every field of a body, and of what it nests, that its schema does not have. */
export function ignoreUnknownFields(schema: z.ZodType, raw: unknown, issues: Issues): void {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray && Array.isArray(raw)) {
    for (const [index, item] of raw.entries()) {
      ignoreUnknownFields(inner.element as z.ZodType, item, issues.at(index));
    }
  } else if (inner instanceof z.ZodObject && typeof raw === 'object' && raw !== null && !Array.isArray(raw)) {
    ignoreInObject(inner, raw, issues);
  }
}

function ignoreInObject({shape}: z.ZodObject, raw: object, issues: Issues): void {
  const known = Object.keys(shape);
  for (const name of Object.keys(raw)) {
    if (!Object.hasOwn(shape, name)) {
      issues.ignore(name, 'unknown field', 'unknown-field', known);
    } else {
      ignoreUnknownFields(shape[name] as z.ZodType, (raw as Record<string, unknown>)[name], issues.at(name));
    }
  }
}
