import * as z from 'zod';
import {nameOf} from './fields.js';
import type {Issues} from './issues.js';
import {unwrap} from './parse-body.js';

/** Finds issue with every field of a body, and of what it nests, that its schema does not have. */
export function refuseUnknownFields(schema: z.ZodType, raw: unknown, issues: Issues): void {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray && Array.isArray(raw)) {
    for (const [index, item] of raw.entries()) {
      refuseUnknownFields(inner.element as z.ZodType, item, issues.at(index));
    }
  }
  if (inner instanceof z.ZodObject && typeof raw === 'object' && raw !== null && !Array.isArray(raw)) {
    for (const [name, value] of Object.entries(raw)) {
      if (Object.hasOwn(inner.shape, name)) {
        refuseUnknownFields(inner.shape[name] as z.ZodType, value, issues.at(name));
      } else {
        issues.add(nameOf(name), 'is not known here');
      }
    }
  }
}
