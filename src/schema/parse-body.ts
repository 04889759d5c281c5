import * as z from 'zod';
import type {Issues} from './issues.js';

/**
 * Reads a body by its schema. What is wrong goes to `issues`, and what is right comes back all the same: a reference
 * in a good field can then be looked up, and a refusal names every issue and not only the first layer of them.
 */
export function parseBody<T extends z.ZodObject>(schema: T, raw: unknown, issues: Issues): Partial<z.infer<T>> {
  const parsed = schema.safeParse(raw);
  if (parsed.success) {
    return parsed.data as Partial<z.infer<T>>;
  }
  for (const issue of parsed.error.issues) {
    addIssue(issue.path, issue.message, issues);
  }
  return salvage(schema, raw) as Partial<z.infer<T>>;
}

function addIssue(path: readonly PropertyKey[], message: string, issues: Issues): void {
  const [last, ...parents] = path.toReversed();
  const at = parents.toReversed().reduce((issues: Issues, key) => issues.at(key as string | number), issues);
  at.refuse(last as string | number, message);
}

/** The parts of a value that its schema takes. */
function salvage(schema: z.ZodType, raw: unknown): unknown {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodObject && typeof raw === 'object' && raw !== null) {
    const entries = Object.entries(inner.shape).map(([key, field]) => [
      key,
      salvage(field as z.ZodType, (raw as Record<string, unknown>)[key]),
    ]);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }
  if (inner instanceof z.ZodArray && Array.isArray(raw)) {
    return raw.map(item => salvage(inner.element as z.ZodType, item) ?? {});
  }
  return schema.safeParse(raw).data;
}

/** The schema itself of one that may be left out, or null. */
export function unwrap(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? unwrap(schema.unwrap() as z.ZodType)
    : schema;
}
