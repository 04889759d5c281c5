import {readFileSync} from 'node:fs';
import test from 'ava';
import {apiTypes} from '../../src/openapi/api-types.js';
import {exportedTypes} from '../support/api-types.js';
import {root} from '../support/pages.js';

test('the types that the package exports are those of the document: npm run docs writes them', t => {
  t.is(readFileSync(`${root}src/sandbox/api-types.ts`, 'utf8'), exportedTypes());
});

test('a schema is an interface: what may be left out, what may be null, lists, words and references', t => {
  const text = apiTypes({
    Book: {
      type: 'object',
      required: ['id', 'pages'],
      properties: {
        id: {type: 'integer', description: 'Its id.'},
        title: {type: ['string', 'null']},
        pages: {type: 'array', items: {$ref: '#/components/schemas/Page'}},
        sizes: {type: 'array', items: {type: ['number', 'null']}},
        kind: {enum: ['novel', "poet's"]},
        owner: {anyOf: [{$ref: '#/components/schemas/Person'}, {type: 'null'}]},
      },
    },
    BookPage: {type: 'object', properties: {}},
  });
  t.true(
    text.includes(`export interface Book {
  /** Its id. */
  id: number;
  title?: string | null;
  pages: Page[];
  sizes?: Array<number | null>;
  kind?: 'novel' | "poet's";
  owner?: Person | null;
}`),
    text,
  );
  t.false(text.includes('BookPage'), 'whole replies are a record and a version');
});
