import * as z from 'zod';
import {limits} from '../limits.js';
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

/** Counts the elements of the arrays of a value, up to a little more than the limit. */
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
