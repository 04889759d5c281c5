import * as z from 'zod';
import type {Faults} from './faults.js';
import {nameOf} from './fields.js';
import {unwrap} from './parse-body.js';

/** Finds fault with every field of a body, and of what it nests, that its schema does not have. */
export function refuseUnknownFields(schema: z.ZodType, raw: unknown, faults: Faults): void {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray && Array.isArray(raw)) {
    for (const [index, item] of raw.entries()) {
      refuseUnknownFields(inner.element as z.ZodType, item, faults.at(index));
    }
  }
  if (inner instanceof z.ZodObject && typeof raw === 'object' && raw !== null && !Array.isArray(raw)) {
    for (const [name, value] of Object.entries(raw)) {
      if (Object.hasOwn(inner.shape, name)) {
        refuseUnknownFields(inner.shape[name] as z.ZodType, value, faults.at(name));
      } else {
        faults.add(nameOf(name), 'is not known here');
      }
    }
  }
}
