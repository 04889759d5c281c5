import fc from 'fast-check';
import {fieldsOf, type JsonSchema, requiredOf} from './json-schema.js';
import {integers, numbers, texts} from './scalars.js';

/** Options for generating values of a schema. */
export interface BuildContext {
  /** Preferred values of a field, used often. @param container the field that contains the object */
  readonly preferred?: (field: string, schema: JsonSchema, container: string) => fc.Arbitrary<unknown> | undefined;
  /** Fields that no schema has. */
  readonly strangers?: fc.Arbitrary<ReadonlyArray<readonly [string, unknown]>>;
  /** If true, some numbers are written as strings. */
  readonly numericTexts?: boolean;
}

const annotations = new Set(['description', 'default', 'example', 'examples', 'title', 'deprecated']);

const known = new Set([
  ...['type', 'enum', 'const', 'anyOf', 'required', 'properties', 'items', 'additionalProperties'],
  ...['format', 'pattern', 'minimum', 'maximum', 'maxLength'],
]);

/**
 * Generates values that match a schema.
 * @param place the location for error messages
 * @throws Error if the schema has an unknown keyword, because it would otherwise go untested
 */
export function arbitraryOf(schema: JsonSchema, place: string, context: BuildContext = {}): fc.Arbitrary<unknown> {
  for (const keyword of Object.keys(schema)) {
    if (!known.has(keyword) && !annotations.has(keyword) && !keyword.startsWith('x-')) {
      throw new Error(`the fuzz does not know the keyword ${keyword} at ${place}`);
    }
  }
  if ('const' in schema) {
    return fc.constant(schema['const']);
  }
  if (schema['enum'] !== undefined) {
    return fc.constantFrom(...(schema['enum'] as unknown[]));
  }
  if (schema['anyOf'] !== undefined && schema['properties'] === undefined) {
    return firstMostly((schema['anyOf'] as JsonSchema[]).map(branch => arbitraryOf(branch, place, context)));
  }
  const types = [schema['type']].flat() as string[];
  return firstMostly(types.map(type => ofType(type, schema, place, context)));
}

const firstMostly = ([first, ...rest]: ReadonlyArray<fc.Arbitrary<unknown>>) =>
  rest.length === 0
    ? first!
    : fc.oneof({weight: 2, arbitrary: first!}, ...rest.map(arbitrary => ({weight: 1, arbitrary})));

function ofType(type: string, schema: JsonSchema, place: string, context: BuildContext): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return written(integers(schema), context);
    case 'number':
      return written(numbers(schema), context);
    case 'string':
      return texts(schema, place);
    case 'array':
      return arrays(schema['items'] as JsonSchema, place, context);
    case 'object':
      return objects(schema, place, context);
    default:
      throw new Error(`the fuzz does not know the type ${type} at ${place}`);
  }
}

/** Sometimes writes a plain decimal number as a string. */
const written = (numbers: fc.Arbitrary<number>, {numericTexts}: BuildContext): fc.Arbitrary<unknown> =>
  numericTexts
    ? fc.tuple(numbers, fc.nat(7)).map(([number, dice]) => {
        const text = String(number);
        return dice === 7 && /^-?\d+(\.\d+)?$/.test(text) ? text : number;
      })
    : numbers;

function arrays(items: JsonSchema, place: string, context: BuildContext): fc.Arbitrary<unknown[]> {
  const item = arbitraryOf(items, `${place}[]`, context);
  return fc.oneof(
    {weight: 12, arbitrary: fc.array(item, {maxLength: 3})},
    {weight: 1, arbitrary: fc.array(item, {minLength: 10, maxLength: 40, size: 'max'})},
  );
}

const absent = Symbol('absent');

function checkObject({additionalProperties, anyOf = []}: JsonSchema, place: string): void {
  const ways = anyOf as JsonSchema[];
  if (typeof additionalProperties === 'object' || ways.some(way => Object.keys(way).join() !== 'required')) {
    throw new Error(`the fuzz does not know objects like the one at ${place}`);
  }
}

/** Generates only a few optional fields, because a body with all of them would be rejected for one of them. */
function objects(schema: JsonSchema, place: string, context: BuildContext): fc.Arbitrary<object> {
  checkObject(schema, place);
  const ways = requiredOf(schema);
  const container = place.split(/[.[\]/]/).findLast(word => word !== '') ?? '';
  const fields = fieldsOf(schema).map(([name, field]) => {
    const any = arbitraryOf(field, `${place}.${name}`, context);
    const preferred = context.preferred?.(name, field, container);
    return [name, preferred === undefined ? any : fc.oneof(preferred, any)] as const;
  });
  const spare = {weight: Math.max(2, Math.ceil(fields.length / 3)), arbitrary: fc.constant(absent)};
  const strangers =
    schema['additionalProperties'] === false || context.strangers === undefined ? fc.constant([]) : context.strangers;
  const unknown = strangers.map(entries => entries.filter(([name]) => fields.every(([field]) => field !== name)));
  return fc.oneof(
    ...ways.map(required =>
      fc
        .tuple(
          fc.tuple(
            ...fields.map(([name, value]) =>
              required.includes(name) ? value : fc.oneof({withCrossShrink: true}, spare, {weight: 1, arbitrary: value}),
            ),
          ),
          unknown,
        )
        .map(([values, more]) => {
          const entries = fields.map(([name], index) => [name, values[index]] as const);
          return Object.fromEntries([...entries.filter(([, value]) => value !== absent), ...more]);
        }),
    ),
  );
}
