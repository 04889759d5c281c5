import test from 'ava';
import * as z from 'zod';
import {catalogOf} from '../../../src/operations/kinds/catalog.js';
import type {Kind} from '../../../src/operations/kinds/kind.js';
import {catalog, kinds} from '../../../src/resources/index.js';
import {body, text} from '../../../src/schema/fields.js';
import {remarkKind} from '../../resources/trial-kind.js';

const output = remarkKind.output!;

/** What is missing when the list of kinds ends with remarks that are changed so. */
function lacking(change: {readonly [part in keyof Kind]?: Kind[part] | undefined}): string {
  try {
    catalogOf([...kinds, {...remarkKind, ...change} as Kind]);
    return 'nothing';
  } catch (error) {
    return (error as Error).message;
  }
}

const examplesBut = (id: string) => {
  const {[id]: _, ...examples} = remarkKind.examples!;
  return examples;
};

const cases: ReadonlyArray<readonly [Parameters<typeof lacking>[0], string]> = [
  [{}, 'nothing'],
  [{name: 'gifts'}, 'kind gifts: it is in the list twice'],
  [{output: output.omit({text: true})}, 'kind remarks: its output schema has no field "text" that its body takes'],
  [{examples: examplesBut('createRemark')}, 'kind remarks: no example body for createRemark'],
  [
    {examples: {...remarkKind.examples, createRemarks: {}}},
    'kind remarks: an example for createRemarks, which is no operation of it',
  ],
  [{parents: {constituent_id: 'people'}}, 'kind remarks: parent people has no kind'],
  [{indexes: {}}, 'kind remarks: no index on "constituent_id", by which it goes with constituents'],
  [{references: [{id: 'fund_id', to: 'fund'}]}, 'kind remarks: it points at fund, which has no kind'],
  [{tag: undefined}, 'kind remarks: no tag for its operations'],
  [{tag: {name: 'Remarks', description: ''}}, 'kind remarks: no description of its tag "Remarks"'],
  [{present: undefined}, 'kind remarks: no present, which makes a reply of a row'],
  [{build: undefined}, 'kind remarks: no build, so that none of its records can be made'],
  [{output: output.extend({colour: z.string()})}, 'kind remarks: no description of the field "colour" of its output'],
  [
    {output: output.extend({author: z.object({name: z.string()}).describe('Who wrote it.')})},
    'kind remarks: no name for the object at "author" of its output',
  ],
  [
    {body: body({text}), output: output.extend({text: z.string()})},
    'kind remarks: no description of the field "text" of its output',
  ],
];

for (const [change, message] of cases) {
  test(`what a kind lacks is said when the list is read: ${message}`, t => {
    t.is(lacking(change), message);
  });
}

test('a kind stands behind those that it points at', t => {
  t.throws(() => catalogOf([remarkKind, ...kinds]), {
    message: 'kind remarks: it must stand behind constituents in the list, which it points at',
  });
});

test('a catalog holds all that follows from its kinds', t => {
  const {operations, schema, byName} = catalogOf([...kinds, remarkKind]);
  t.is(operations.length, catalog.operations.length + remarkKind.operations.length);
  t.deepEqual(operations.slice(-remarkKind.operations.length), remarkKind.operations, 'behind those of the contract');
  t.is(schema.specs.at(-1), remarkKind);
  t.is(byName.get('remarks'), remarkKind);
  t.deepEqual(schema.childrenOf('constituents').at(-1), {spec: remarkKind, field: 'constituent_id'});
});
