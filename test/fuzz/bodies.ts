import fc from 'fast-check';
import {type Operation, subjectOf} from './contract.js';
import {fieldsOf, fits, itemsOf, type JsonSchema} from './json-schema.js';
import type {KnownRecords} from './known-records.js';
import {kindOfField, picks} from './picks.js';
import {arbitraryOf} from './schema-arbitrary.js';

/** Fields that no body has; `__proto__` and similar names must not modify any object. */
const strangers = fc.oneof(
  {weight: 5, arbitrary: fc.constant([])},
  {
    weight: 1,
    arbitrary: fc.array(
      fc.tuple(
        fc.oneof(fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', ''), fc.string()),
        fc.oneof(fc.jsonValue({maxDepth: 3}), fc.constant(deep(200)), fc.constant({is_org: true, id: 1, name: 'x'})),
      ),
      {maxLength: 3},
    ),
  },
);

function deep(levels: number): unknown {
  return Array.from({length: levels}).reduce<unknown>(inner => [inner], []);
}

/** Prefers values that existing records have in the field, and ids of records that it may refer to. */
const preferred = (known: KnownRecords) => (field: string, schema: JsonSchema, container: string) => {
  const arrays = known.arrays(field).filter(array => fits(schema, array));
  if (arrays.length > 0) {
    return fc.constantFrom(...arrays);
  }
  const kind = kindOfField(field, container, known);
  const isId = (field === 'id' || field.endsWith('_id') || field === kind?.replace(/s$/, '')) && fits(schema, 1);
  const inKind = kind === undefined ? [] : known.values(field.endsWith('_name') ? 'name' : field, kind);
  const candidates = [inKind, known.values(field, container), known.values(field)]
    .map(values => values.filter(value => fits(schema, value)))
    .filter(values => values.length > 0);
  const ways = [
    ...(isId ? (kind === undefined ? known.kinds : [kind]).map(picks) : []),
    ...candidates.map(values => fc.constantFrom(...values)),
  ];
  return ways.length === 0 ? undefined : fc.oneof(...ways);
};

/**
 * Bodies that match the schema of an operation: arbitrary ones, its example with other fields, and the example itself.
 * @throws Error if the schema uses an unknown keyword
 */
export function bodiesOf(operation: Operation, known: KnownRecords): fc.Arbitrary<unknown> {
  const {body, path} = operation;
  if (body === undefined) {
    return fc.constant(undefined);
  }
  const example = body.example as object;
  const any = valuesOf(body.schema, subjectOf(path), operation, known);
  return fc.tuple(fc.nat(5), any).map(([how, value]) => (how < 3 ? value : how < 5 ? {...example, ...value} : example));
}

/** Changes to entries of arrays, by the name of the array. */
export type Echo = Readonly<Record<string, object | undefined>>;

/** Generates one entry for some of the arrays of a body, by the name of the array. */
export function entriesOf(operation: Operation, known: KnownRecords): fc.Arbitrary<Echo> {
  const arrays = fieldsOf(operation.body?.schema ?? {}).flatMap(([name, field]) => {
    const items = itemsOf(field);
    return items === undefined ? [] : [[name, valuesOf(items, name, operation, known)] as const];
  });
  return fc.record(Object.fromEntries(arrays), {requiredKeys: [], noNullPrototype: true});
}

function valuesOf(schema: JsonSchema, place: string, {id}: Operation, known: KnownRecords): fc.Arbitrary<object> {
  try {
    const context = {preferred: preferred(known), strangers, numericTexts: true};
    return arbitraryOf(schema, place, context) as fc.Arbitrary<object>;
  } catch (cause) {
    throw new Error(`no bodies can be generated for ${id}: ${(cause as Error).message}`, {cause});
  }
}
