import * as z from 'zod';
import {limits} from '../limits.js';
import type {Fields} from './fields.js';
import type {Issues} from './issues.js';
import {isObject} from './items.js';

/**
 * Parses a body by its schema. Invalid parts are added to `issues`, and the valid parts are returned anyway: their
 * references can then be looked up, and the error names every issue, not only the first layer.
 */
export function parseBody<T extends z.ZodObject>(schema: T, raw: unknown, issues: Issues): Partial<z.infer<T>> {
  const {data, error} = parsePresent(schema, raw) ?? schema.safeParse(raw);
  for (const issue of error?.issues ?? []) {
    addIssue(issue.path, issue.message, issues);
  }
  return (error === undefined ? data : salvage(schema, raw)) as Partial<z.infer<T>>;
}

/**
 * Parses only the fields that are present: most are absent, and zod parses those as well, which takes five times as
 * long.
 * @returns undefined if a field is invalid or missing, or if the schema checks more than its fields
 */
function parsePresent({shape, def}: z.ZodObject, raw: unknown): {data: Fields; error?: undefined} | undefined {
  if (!isObject(raw) || def.catchall !== undefined || (def.checks ?? []).length > 0) {
    return undefined;
  }
  const data: Fields = {};
  for (const name of Object.keys(shape)) {
    const field = shape[name] as z.ZodType;
    const parsed = raw[name] === undefined ? undefined : field.safeParse(raw[name]);
    if (parsed?.success) {
      data[name] = parsed.data;
    } else if (parsed !== undefined || field._zod.optout !== 'optional') {
      return undefined;
    }
  }
  return {data};
}

function addIssue(path: readonly PropertyKey[], message: string, issues: Issues): void {
  const [last, ...parents] = path.toReversed();
  const at = parents.toReversed().reduce((issues: Issues, key) => issues.at(key as string | number), issues);
  at.refuse(last as string | number, message);
}

/** The parts of a value that match its schema. */
function salvage(schema: z.ZodType, raw: unknown): unknown {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodObject && typeof raw === 'object' && raw !== null) {
    const fields = Object.entries(inner.shape as Record<string, z.ZodType>);
    const parts = fields.map(([name, field]) => [name, salvage(field, (raw as Fields)[name])] as const);
    return Object.fromEntries(parts.filter(([, value]) => value !== undefined));
  }
  if (inner instanceof z.ZodArray && Array.isArray(raw)) {
    return raw.map(item => salvage(inner.element as z.ZodType, item) ?? {});
  }
  return schema.safeParse(raw).data;
}

/** The schema inside `optional` and `nullable`. */
export function unwrap(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? unwrap(schema.unwrap() as z.ZodType)
    : schema;
}

/** Counts array elements that match the schema and stops just above the limit. */
function countElements(schema: z.ZodType, raw: unknown): number {
  if (typeof raw !== 'object' || raw === null) {
    return 0; // before inspecting the schema, which takes longer
  }
  const inner = unwrap(schema);
  let elements = 0;
  if (inner instanceof z.ZodArray && Array.isArray(raw)) {
    elements = raw.length;
    for (let index = 0; index < raw.length && elements <= limits.bodyElements; index++) {
      elements += countElements(inner.element as z.ZodType, raw[index]);
    }
  } else if (inner instanceof z.ZodObject && isObject(raw)) {
    for (const name of Object.keys(inner.shape)) {
      elements += countElements(inner.shape[name] as z.ZodType, raw[name]);
    }
  }
  return elements;
}

/**
 * Rejects a body with too many elements before parsing any of them.
 * @throws a 422 that names an array with too many elements
 */
export function refuseManyElements(schema: z.ZodObject, raw: unknown, issues: Issues): void {
  if (!isObject(raw) || countElements(schema, raw) <= limits.bodyElements) {
    return;
  }
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>);
  const counted = fields.map(([name, field]) => ({name, elements: countElements(field, raw[name])}));
  const {name} = counted.reduce((largest, one) => (one.elements > largest.elements ? one : largest));
  issues.refuse(
    name,
    `has too many elements: ${limits.bodyElements} are the most that all arrays of one body may hold`,
  );
  issues.throwIfRefused();
}

/** Reports every unknown field of a body, nested objects included. */
export function ignoreUnknownFields(schema: z.ZodType, raw: unknown, issues: Issues): void {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray && Array.isArray(raw)) {
    for (const [index, item] of raw.entries()) {
      ignoreUnknownFields(inner.element as z.ZodType, item, issues.at(index));
    }
  } else if (inner instanceof z.ZodObject && isObject(raw)) {
    const shape: Readonly<Record<string, z.ZodType>> = inner.shape;
    const known = Object.keys(shape);
    for (const name of Object.keys(raw)) {
      if (!Object.hasOwn(shape, name)) {
        issues.ignore(name, 'unknown field', 'unknown-field', known);
      } else if (typeof raw[name] === 'object') {
        ignoreUnknownFields(shape[name]!, raw[name], issues.at(name));
      }
    }
  }
}
