import {fieldsOf, itemsOf, type JsonSchema, requiredOf} from './json-schema.js';

type Way = ReadonlyArray<string | number>;

/** A location in a body and its schema. */
export interface Place {
  readonly way: Way;
  readonly schema: JsonSchema;
}

/** Formats a location as in error messages: `email_addresses[0].address`. */
export const nameOf = (way: Way): string =>
  way.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('');

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the objects of a body that its schema describes: the body itself and the entries of its arrays. */
function objectsIn(schema: JsonSchema, value: unknown, way: Way = []): Place[] {
  if (!isObject(value)) {
    return [];
  }
  const nested = fieldsOf(schema).flatMap(([name, field]) => {
    const [items, entries] = [itemsOf(field), Object.hasOwn(value, name) ? value[name] : undefined];
    return items !== undefined && Array.isArray(entries)
      ? entries.flatMap((entry, index) => objectsIn(items, entry, [...way, name, index]))
      : [];
  });
  return [{way, schema}, ...nested];
}

/** Returns every field that the objects of a body may have, and every entry of an array. */
export function placesIn(schema: JsonSchema, body: unknown): Place[] {
  return objectsIn(schema, body).flatMap(({way, schema}) => [
    ...(way.length === 0 ? [] : [{way, schema}]),
    ...fieldsOf(schema).map(([name, field]) => ({way: [...way, name], schema: field})),
  ]);
}

/** Returns groups of fields of which an object needs at least one: a required field, or alternatives. */
export function requiredGroups(schema: JsonSchema): ReadonlyArray<readonly string[]> {
  const ways = requiredOf(schema);
  const always = ways[0]!.filter(name => ways.every(way => way.includes(name)));
  const alternatives = [...new Set(ways.flat())].filter(name => !always.includes(name));
  return [...always.map(name => [name]), ...(alternatives.length > 0 ? [alternatives] : [])];
}

/** Returns the required groups of all objects of a body, as locations. */
export const requiredIn = (schema: JsonSchema, body: unknown): Way[][] =>
  objectsIn(schema, body).flatMap(({way, schema}) =>
    requiredGroups(schema).map(names => names.map(name => [...way, name])),
  );

/** Returns a body with another value in one location, or without the location if the value is undefined. */
export function replaced(body: unknown, [step, ...rest]: Way, value: unknown): unknown {
  if (step === undefined) {
    return value;
  }
  if (Array.isArray(body)) {
    return body.map((entry, index) => (index === step ? replaced(entry, rest, value) : entry));
  }
  const fields = body as Record<string, unknown>;
  const before = Object.hasOwn(fields, step) ? fields[step] : undefined;
  const entries = Object.entries(fields).filter(([name]) => name !== step);
  const after = replaced(before, rest, value);
  return Object.fromEntries(after === undefined ? entries : [...entries, [step, after]]);
}
