import {Ajv2020, type ValidateFunction} from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

/** A JSON Schema without references. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/**
 * Replaces references with the schemas that they refer to.
 * @throws Error if a reference is broken or circular
 */
export function inline(document: unknown): <T>(value: T) => T {
  const done = new Map<string, unknown>();
  const follow = (reference: string): unknown => {
    if (!done.has(reference)) {
      done.set(reference, undefined);
      done.set(reference, resolve(at(document, reference)));
    }
    const found = done.get(reference);
    if (found === undefined) {
      throw new Error(`${reference} refers to itself`);
    }
    return found;
  };
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) {
      return value.map(resolve);
    }
    if (typeof value !== 'object' || value === null) {
      return value;
    }
    if ('$ref' in value && typeof value.$ref === 'string') {
      return follow(value.$ref);
    }
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolve(inner)]));
  };
  return value => resolve(value) as typeof value;
}

function at(document: unknown, reference: string): unknown {
  const keys = reference.split('/').slice(1);
  const found = keys.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);
  if (!reference.startsWith('#/') || found === undefined) {
    throw new Error(`${reference} refers to nothing`);
  }
  return found;
}

const ajv = new Ajv2020({strict: false, allErrors: true});
formats.default(ajv);

const compiled = new WeakMap<JsonSchema, ValidateFunction>();

/** Keyed by text, because the documents of all sandboxes of a process have the same schemas. */
const compiledTexts = new Map<string, ValidateFunction>();

function checkOf(schema: JsonSchema): ValidateFunction {
  const check = compiled.get(schema) ?? checkOfText(JSON.stringify(schema));
  compiled.set(schema, check);
  return check;
}

function checkOfText(text: string): ValidateFunction {
  const check = compiledTexts.get(text) ?? ajv.compile(JSON.parse(text));
  compiledTexts.set(text, check);
  return check;
}

export const fits = (schema: JsonSchema, value: unknown): boolean => checkOf(schema)(value);

/** Describes how a value violates its schema. */
export function misfits(schema: JsonSchema, value: unknown): string[] {
  const check = checkOf(schema);
  return check(value)
    ? []
    : (check.errors ?? []).map(
        ({instancePath, message, params}) => `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`,
      );
}

export const fieldsOf = (schema: JsonSchema): ReadonlyArray<readonly [string, JsonSchema]> =>
  Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>);

/** Returns the alternative sets of required fields; `anyOf` with only `required` offers several. */
export function requiredOf(schema: JsonSchema): ReadonlyArray<readonly string[]> {
  const always = (schema['required'] ?? []) as readonly string[];
  const ways = (schema['properties'] ? (schema['anyOf'] ?? [{}]) : [{}]) as readonly JsonSchema[];
  return ways.map(way => [...always, ...((way['required'] ?? []) as readonly string[])]);
}

/** Returns the item schema of an array, nullable or not. */
export function itemsOf(schema: JsonSchema): JsonSchema | undefined {
  const branches = (schema['anyOf'] ?? []) as readonly JsonSchema[];
  return (schema['items'] as JsonSchema | undefined) ?? branches.map(itemsOf).find(items => items !== undefined);
}
