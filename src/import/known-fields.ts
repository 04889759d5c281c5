import * as z from 'zod';
import type {Kind} from '../operations/kinds/kind.js';
import type {Issues} from '../schema/issues.js';
import {isObject} from '../schema/items.js';
import {unwrap} from '../schema/parse-body.js';
import {memoizeWeakly} from '../store/caching.js';
import {idFieldsOf} from './parents.js';

/** The names of fields, and their schemas in each body and response that has them. */
export type KnownFields = ReadonlyMap<string, readonly z.ZodType[]>;

const shapesOf = ({output, detail, body}: Kind): z.ZodObject[] =>
  [output, detail?.output, body].filter(schema => schema !== undefined);

/**
 * All field names of a record of this kind in create bodies, responses and imports. Names that exist only in searches
 * are excluded, because nothing reads them.
 */
export const knownFieldsOf = memoizeWeakly((kind: Kind): KnownFields => {
  const {importer = {}, references = []} = kind;
  const named = [
    '$id',
    'id',
    'api_version', // in responses that are sent back
    ...Object.keys(idFieldsOf(kind)),
    ...references.flatMap(({id, name}) => [id, name ?? id]),
    ...(importer.nested ?? []).map(({array}) => array),
  ];
  const shapes: Array<Readonly<Record<string, z.ZodType>>> = [
    ...shapesOf(kind).map(({shape}) => shape as Record<string, z.ZodType>),
    importer.fields ?? {},
  ];
  return together(shapes, named);
});

function together(shapes: ReadonlyArray<Readonly<Record<string, z.ZodType>>>, named: readonly string[]): KnownFields {
  const known = new Map<string, z.ZodType[]>(named.map(name => [name, []]));
  for (const [name, schema] of shapes.flatMap(shape => Object.entries(shape))) {
    const schemas = known.get(name) ?? [];
    schemas.push(schema);
    known.set(name, schemas);
  }
  return known;
}

/**
 * Rejects every field that is in neither a body nor a response. The service ignores them, but a tester's records are
 * meant as written.
 * @param nested arrays of records, which are checked one by one
 */
export function refuseUnknownFields(
  fields: object,
  known: KnownFields,
  nested: ReadonlySet<string>,
  issues: Issues,
): void {
  for (const [name, value] of Object.entries(fields)) {
    const schemas = known.get(name);
    if (schemas === undefined) {
      issues.refuse(name, 'unknown field', 'unknown-field', [...known.keys()]);
    } else if (!nested.has(name) && typeof value === 'object' && value !== null) {
      refuseInside(value, schemas, issues.at(name));
    }
  }
}

const none: ReadonlySet<string> = new Set();

type Schemas = readonly z.ZodType[];

/** The schemas of an array's elements. Cached, because there may be 100,000 records. */
const elementsOf = memoizeWeakly(
  (schemas: Schemas): Schemas =>
    schemas.map(unwrap).flatMap(schema => (schema instanceof z.ZodArray ? [schema.element as z.ZodType] : [])),
);

/** The fields of an object; undefined if it allows any field. */
const fieldsOf = memoizeWeakly((schemas: Schemas): {readonly known?: KnownFields} => {
  const objects = schemas.map(unwrap).filter(schema => schema instanceof z.ZodObject);
  const shapes = objects.map(({shape}) => shape as Record<string, z.ZodType>);
  return shapes.length > 0 ? {known: together(shapes, [])} : {};
});

/** The fields of the objects in an array; undefined if it has none, or they allow any field. */
export const fieldsInside = (schemas: Schemas): KnownFields | undefined => fieldsOf(elementsOf(schemas)).known;

function refuseInside(value: object, schemas: Schemas, issues: Issues): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      if (isObject(item)) {
        refuseInside(item, elementsOf(schemas), issues.at(index));
      }
    }
    return;
  }
  const {known} = fieldsOf(schemas);
  if (known !== undefined) {
    refuseUnknownFields(value, known, none, issues);
  }
}

/** The arrays of a kind's records that contain records. */
export const nestedArraysOf = memoizeWeakly(
  ({importer}: Kind): ReadonlySet<string> => new Set(importer?.nested?.map(({array}) => array)),
);
