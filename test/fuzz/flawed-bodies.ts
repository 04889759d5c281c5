import fc from 'fast-check';
import {nameOf, placesIn, replaced, requiredGroups, requiredIn} from './body-places.js';
import type {Operation} from './contract.js';
import type {Flaw, WeightedFlaw} from './flaws.js';
import {fits, type JsonSchema} from './json-schema.js';

/** Values of every type, and strings that look like values of other types. */
const values: readonly unknown[] = [
  ...[null, true, false, 0, 7, -3, 12.5, 1e300, Number.POSITIVE_INFINITY],
  ...[
    '',
    ' ',
    'ten',
    '0x10',
    '1e3',
    '12,5',
    '१२',
    '2025-02-30',
    '2025-13-01',
    '2025-1-1',
    '20250101',
    '2025-01-01T00:00:00Z',
  ],
  ...[[], [3], ['x'], [[]], {}, {id: 1}, {name: 'x'}, JSON.parse('{"__proto__":{"id":1}}')],
];

/** Numbers may also be sent as plain decimal strings. */
const isNumber = (value: unknown): value is string => typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value);

/** A field that is described as ignored accepts every value. */
const isIgnored = (schema: JsonSchema) => String(schema['description'] ?? '').startsWith('Ignored');

const isWrong = (schema: JsonSchema, value: unknown) =>
  !isIgnored(schema) && !fits(schema, value) && !(isNumber(value) && fits(schema, Number(value)));

/** Bodies that are not a JSON object. */
const unreadable = [
  '',
  '{',
  '{"a":}',
  "{'a':1}",
  '{"a":1}}',
  'nope',
  'name=x',
  '\u0000',
  '[]',
  '[{}]',
  '"x"',
  '1',
  'true',
  'null',
  `${'['.repeat(10_000)}`,
];

const otherTypes = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  'x',
  'application/json; charset=koi8-r',
];

const largest = 2 ** 20;

/** Sets one value to something that its schema does not allow, anywhere in the body. */
const wrongField =
  (schema: JsonSchema): Flaw =>
  drafts =>
    fc.tuple(drafts, fc.nat(), fc.nat()).map(([draft, place, value]) => {
      const places = placesIn(schema, draft.body).filter(({schema}) => wrongValues(schema).length > 0);
      const {way, schema: expected} = places[place % places.length]!;
      const wrong = wrongValues(expected);
      const body = replaced(draft.body, way, wrong[value % wrong.length]);
      return {draft: {...draft, body}, status: 422, names: [nameOf(way)]};
    });

const wrongOf = new WeakMap<JsonSchema, readonly unknown[]>();

function wrongValues(schema: JsonSchema): readonly unknown[] {
  const wrong = wrongOf.get(schema) ?? values.filter(value => isWrong(schema, value));
  wrongOf.set(schema, wrong);
  return wrong;
}

/** Removes a required field, or all fields of which one is required. */
const missingField =
  (schema: JsonSchema): Flaw =>
  drafts =>
    fc.tuple(drafts, fc.nat()).map(([draft, which]) => {
      const groups = requiredIn(schema, draft.body);
      const ways = groups[which % groups.length]!;
      const body = ways.reduce<unknown>((body, way) => replaced(body, way, undefined), draft.body);
      return {draft: {...draft, body}, status: 422, names: ways.map(nameOf)};
    });

/** Returns the flaws that the body of an operation can have; none if it has no body. */
export function bodyFlaws({body, responses}: Operation): WeightedFlaw[] {
  if (body === undefined) {
    return [];
  }
  const raw =
    (texts: fc.Arbitrary<string>, status: number): Flaw =>
    drafts =>
      fc.tuple(drafts, texts).map(([draft, raw]) => ({draft: {...draft, raw}, status}));
  const typed: Flaw = drafts =>
    fc
      .tuple(drafts, fc.constantFrom(...otherTypes))
      .map(([draft, contentType]) => ({draft: {...draft, contentType}, status: 400}));
  const bodiless: Flaw = drafts => drafts.map(draft => ({draft: {...draft, body: undefined}, status: 400}));
  const huge = fc.constant(JSON.stringify({...(body.example as object), stranger: 'x'.repeat(largest)}));
  return [
    {weight: 24, flaw: wrongField(body.schema)},
    ...(requiredGroups(body.schema).length > 0 ? [{weight: 8, flaw: missingField(body.schema)}] : []),
    {weight: 4, flaw: raw(fc.constantFrom(...unreadable), 400)},
    {weight: 3, flaw: typed},
    {weight: 1, flaw: bodiless},
    ...(responses.has(413) ? [{weight: 1, flaw: raw(huge, 413)}] : []),
  ];
}
