import * as z from 'zod';
import {fieldsInside, type KnownFields, knownFieldsOf} from '../import/known-fields.js';
import {idFieldsOf} from '../import/parents.js';
import type {Catalog} from '../operations/kinds/catalog.js';
import type {IdFields, Kind} from '../operations/kinds/kind.js';
import {componentName, objectIn} from '../schema/components.js';
import {memoizeWeakly} from '../store/caching.js';
import {type JsonSchema, simplify} from './json-schemas.js';

/** `$ada` is the id of the record with `"$id": "ada"`. */
export const localNamePattern = '^\\$.';
const localName = {type: 'string', pattern: localNamePattern};

/**
 * The JSON Schema of a file of records: the body of `POST /_sandbox/seed`. With `"$schema"`, an editor completes names
 * and describes each field. Values may have the form of a body or of a response.
 */
export const seedSchema = memoizeWeakly((catalog: Catalog): JsonSchema => {
  const kinds = catalog.kinds.filter(({output}) => output !== undefined);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Records for a crm-sandbox',
    description: 'The input of crm-sandbox seed <file>, sandbox.seed() and POST /_sandbox/seed.',
    type: 'object',
    properties: {...ownProperties, records: recordsSchema(kinds)},
    additionalProperties: false,
    $defs: Object.fromEntries(kinds.map(kind => [kind.name, recordSchema(kind)])),
    examples: [{records: Object.fromEntries(kinds.map(({name, seedExample}) => [name, seedExample]))}],
  };
});

const ownProperties = {
  $schema: {type: 'string', description: 'The location of this schema, for editors. The sandbox ignores it.'},
  mode: {
    enum: ['merge', 'replace'],
    description: '`merge` (default) adds the records to the existing ones, `replace` removes these first.',
  },
  baseline: {type: 'boolean', description: 'True to make the result the baseline, to which a reset returns.'},
  seed: {type: 'integer', minimum: 0, description: 'Generates data instead of loading records.'},
  seed_until: {type: 'string', description: 'The last day of generated data, or now.'},
  profile: {enum: ['empty', 'small', 'default', 'large'], description: 'The amount of generated data.'},
  constituents: {type: 'integer', minimum: 0, description: 'The number of generated constituents.'},
};

const listOf = (name: string): JsonSchema => ({type: 'array', items: {$ref: `#/$defs/${name}`}});

const recordsSchema = (kinds: readonly Kind[]): JsonSchema => ({
  type: 'object',
  description: 'Records by kind, in the form of request bodies or responses of the API.',
  properties: Object.fromEntries(kinds.map(({name}) => [name, listOf(name)])),
  additionalProperties: false,
});

function recordSchema(kind: Kind): JsonSchema {
  const schema = objectSchema(knownFieldsOf(kind), idFieldsOf(kind));
  const nested = kind.importer?.nested?.map(({array, to}) => [array, orNull(listOf(to))]) ?? [];
  return {
    ...schema,
    properties: {
      ...(schema['properties'] as object),
      ...Object.fromEntries(nested),
      $id: {type: 'string', description: 'A local name: "$ada" stands for this record wherever an id is expected.'},
    },
    examples: kind.seedExample,
  };
}

const objectSchema = (fields: KnownFields, ids: IdFields): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(Array.from(fields, ([name, schemas]) => [name, fieldSchema(schemas, ids[name])])),
  additionalProperties: false,
});

const orNull = (schema: JsonSchema): JsonSchema => ({anyOf: [schema, {type: 'null'}]});

type Schemas = readonly z.ZodType[];

/** @param id the kind of the record to which the field refers, or the id fields of the objects in it */
function fieldSchema(schemas: Schemas, id: string | IdFields | undefined): JsonSchema {
  const description = schemas.map(schema => schema.description).find(text => text !== undefined);
  const inside = fieldsInside(schemas);
  const form =
    inside === undefined
      ? valueSchema(schemas, id !== undefined)
      : orNull({type: 'array', items: elementSchema(schemas, inside, typeof id === 'object' ? id : {})});
  return {...(description !== undefined && {description}), ...form};
}

const elementSchema = (schemas: Schemas, fields: KnownFields, ids: IdFields): JsonSchema => {
  const names = schemas.map(schema => componentName(objectIn(schema)!));
  return {title: names.find(name => name !== undefined), ...objectSchema(fields, ids)};
};

/** A value in each allowed form, without duplicates. */
function valueSchema(schemas: Schemas, isId: boolean): JsonSchema {
  const described = schemas.map(schema => jsonSchemaOf(schema));
  const forms = [...described.flatMap(formsOf), ...(isId ? [{type: 'integer'}, localName] : []), {type: 'null'}];
  const distinct = [...new Map(forms.map(form => [JSON.stringify(form), form])).values()];
  return described.length > 0 || isId ? {anyOf: distinct} : {};
}

/** Splits alternatives and omits the description of the whole schema. */
function formsOf({description, anyOf, ...form}: JsonSchema): JsonSchema[] {
  return Array.isArray(anyOf) ? (anyOf as JsonSchema[]) : [form];
}

function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const {$schema, ...written} = z.toJSONSchema(schema, {
    io: 'input',
    override: ({jsonSchema}) => simplify(jsonSchema),
  }) as JsonSchema;
  return written;
}
