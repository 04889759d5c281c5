import test from 'ava';
import * as z from 'zod';
import {catalogOf} from '../../../src/operations/kinds/catalog.js';
import type {Kind} from '../../../src/operations/kinds/kind.js';
import {catalog, kinds} from '../../../src/resources/index.js';
import {body, text} from '../../../src/schema/fields.js';
import {postcardKind} from '../../resources/trial-kind.js';

const output = postcardKind.output!;

/** Returns the error of a catalog that ends with a changed kind of postcards, or `nothing`. */
function errorOf(change: {readonly [part in keyof Kind]?: Kind[part] | undefined}): string {
  try {
    catalogOf([...kinds, {...postcardKind, ...change} as Kind]);
    return 'nothing';
  } catch (error) {
    return (error as Error).message;
  }
}

const examplesWithout = (id: string) => {
  const {[id]: _, ...examples} = postcardKind.examples!;
  return examples;
};

const cases: ReadonlyArray<readonly [Parameters<typeof errorOf>[0], string]> = [
  [{}, 'nothing'],
  [{name: 'gifts'}, 'kind gifts: it is in the list twice'],
  [{output: output.omit({text: true})}, 'kind postcards: its output schema has no field "text" that its body takes'],
  [{examples: examplesWithout('createPostcard')}, 'kind postcards: no example body for createPostcard'],
  [
    {examples: {...postcardKind.examples, createPostcards: {}}},
    'kind postcards: an example for createPostcards, which is not an operation of it',
  ],
  [{parents: {constituent_id: 'people'}}, 'kind postcards: parent people has no kind'],
  [{indexes: {}}, 'kind postcards: no index on "constituent_id", by which it goes with constituents'],
  [{references: [{id: 'fund_id', to: 'fund'}]}, 'kind postcards: it points at fund, which has no kind'],
  [{tag: undefined}, 'kind postcards: no tag for its operations'],
  [{tag: {name: 'Postcards', description: ''}}, 'kind postcards: no description of its tag "Postcards"'],
  [{present: undefined}, 'kind postcards: no present, which makes a reply of a row'],
  [{build: undefined}, 'kind postcards: no build, so that none of its records can be made'],
  [{seedExample: undefined}, 'kind postcards: no seedExample, a record as a tester writes it'],
  [{output: output.extend({colour: z.string()})}, 'kind postcards: no description of the field "colour" of its output'],
  [
    {output: output.extend({author: z.object({name: z.string()}).describe('Who wrote it.')})},
    'kind postcards: no name for the object at "author" of its output',
  ],
  [
    {body: body({text}), output: output.extend({text: z.string()})},
    'kind postcards: no description of the field "text" of its output',
  ],
];

for (const [change, message] of cases) {
  test(`catalogOf() reports an incomplete kind: ${message}`, t => {
    t.is(errorOf(change), message);
  });
}

test('catalogOf() rejects a kind listed before a kind that it refers to', t => {
  t.throws(() => catalogOf([postcardKind, ...kinds]), {
    message: 'kind postcards: it must stand behind constituents in the list, which it points at',
  });
});

test('a catalog contains the operations, schema and names of its kinds', t => {
  const {operations, schema, byName} = catalogOf([...kinds, postcardKind]);
  t.is(operations.length, catalog.operations.length + postcardKind.operations.length);
  t.deepEqual(
    operations.slice(-postcardKind.operations.length),
    postcardKind.operations,
    'added operations must follow those of the contract',
  );
  t.is(schema.specs.at(-1), postcardKind);
  t.is(byName.get('postcards'), postcardKind);
  t.deepEqual(schema.childrenOf('constituents').at(-1), {spec: postcardKind, field: 'constituent_id'});
});
