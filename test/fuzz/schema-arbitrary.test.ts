import test from 'ava';
import fc from 'fast-check';
import {generatingTest} from '../support/generating-test.js';
import {fits, type JsonSchema} from './json-schema.js';
import {arbitraryOf} from './schema-arbitrary.js';

const schemas: Readonly<Record<string, JsonSchema>> = {
  text: {type: 'string'},
  'text of a form': {type: 'string', pattern: '^\\d{2}-\\d{2}$'},
  date: {type: 'string', format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$'},
  moment: {type: 'string', format: 'date-time'},
  address: {type: 'string', format: 'uri'},
  integer: {type: 'integer', format: 'int64'},
  'integer between': {type: 'integer', minimum: 3, maximum: 5},
  number: {type: 'number', format: 'double'},
  'number between': {type: 'number', minimum: -1, maximum: 0.5},
  'several types': {type: ['string', 'integer', 'null'], pattern: '\\S'},
  choice: {enum: ['a', 1, null]},
  constant: {const: 'a'},
  either: {anyOf: [{type: 'integer'}, {type: 'null'}]},
  array: {type: 'array', items: {type: 'boolean'}},
  object: {
    type: 'object',
    properties: {id: {type: 'integer'}, name: {type: 'string'}, note: {type: 'string'}},
    required: ['note'],
    anyOf: [{required: ['id']}, {required: ['name']}],
    additionalProperties: false,
  },
};

for (const [name, schema] of Object.entries(schemas)) {
  generatingTest(`generated values match their schema: ${name}`, t => {
    const values = fc.sample(arbitraryOf(schema, name), {seed: 1, numRuns: 200});
    t.deepEqual(
      values.filter(value => !fits(schema, value)),
      [],
    );
    t.true(name === 'constant' || new Set(values.map(value => JSON.stringify(value))).size > 1);
  });
}

const unknown: ReadonlyArray<readonly [JsonSchema, RegExp]> = [
  [{type: 'string', minLength: 2}, /does not know the keyword minLength at Gift.note/],
  [{oneOf: []}, /does not know the keyword oneOf/],
  [{type: 'string', format: 'uuid'}, /does not know texts of the format uuid/],
  [{type: 'integer', format: 'uint8'}, /does not know integers of the format uint8/],
  [{type: 'number', format: 'float'}, /does not know numbers of the format float/],
  [{type: 'file'}, /does not know the type file/],
  [{type: 'object', properties: {}, additionalProperties: {type: 'string'}}, /does not know objects like the one/],
  [{type: 'object', properties: {}, anyOf: [{properties: {}}]}, /does not know objects like the one/],
];

test('an unsupported schema is an error', t => {
  for (const [schema, message] of unknown) {
    t.throws(() => arbitraryOf(schema, 'Gift.note'), {message});
    t.throws(() => arbitraryOf({type: 'array', items: schema}, 'Gift.note'), {message: /does not know/});
  }
});

test('a generated object contains optional fields in some values, and unknown fields', t => {
  const strangers = fc.constant([['__proto__', 1] as const]);
  const values = fc.sample(arbitraryOf({...schemas['object'], additionalProperties: true}, 'x', {strangers}), {
    seed: 1,
    numRuns: 50,
  });
  const names = new Set(values.map(value => Object.keys(value as object).join()));
  t.true(names.has('id,note,__proto__') && names.has('name,note,__proto__') && names.has('id,name,note,__proto__'));
});

test('numericTexts generates some numbers as strings', t => {
  const values = fc.sample(arbitraryOf({type: 'integer'}, 'x', {numericTexts: true}), {seed: 1, numRuns: 100});
  t.true(values.some(value => typeof value === 'string' && /^-?\d+$/.test(value)));
  t.true(values.some(value => typeof value === 'number'));
});
