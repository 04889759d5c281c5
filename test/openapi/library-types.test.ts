import {readFileSync} from 'node:fs';
import test from 'ava';
import {catalog} from '../../src/resources/index.js';
import {libraryTypes} from '../../tools/declarations/library-types.js';
import {root} from '../support/pages.js';

const types = libraryTypes(catalog);

const namesIn = (text: string): string[] =>
  Array.from(text.matchAll(/^export (?:type|interface) (\w+)/gm), ([, name]) => name!);

test('each placeholder type of the code is generated, and the build adds it to the declarations', t => {
  const open = namesIn(readFileSync(`${root}src/schema/catalog-names.ts`, 'utf8'));
  t.true(open.length > 5);
  t.deepEqual(
    open.filter(name => !namesIn(types).includes(name)),
    [],
  );
  const declarations = readFileSync(`${root}dist/bundle/index.d.cts`, 'utf8');
  t.true(declarations.includes(types));
  const names = namesIn(declarations);
  t.is(new Set(names).size, names.length);
});

test('OperationRef contains operation ids and unambiguous short forms', t => {
  const [, short = ''] = /OperationRef =\n {2}\| OperationId\n([^;]*)/.exec(types) ?? [];
  t.true(short.includes("'createGift'\n") && types.includes("  | 'createGiftOfConstituent'\n"));
  t.false(short.includes("'createInvitation'"), 'the short form of two operations is omitted');
  t.false(short.includes("'listGroups'"), 'an operation id is not repeated as a short form');
});

test('a row type has the stored fields', t => {
  const [, gift = ''] = /export interface GiftRow \{\n([^}]*\}[^}]*)\n\}\n/.exec(types) ?? [];
  t.regex(gift, /^ {2}custom_fields: Array<\{category_id: number; keyword_ids: number\[\]\}>;$/m);
  t.regex(gift, /^ {2}team_member_id: number \| null;$/m, 'the row has the id, the response the name');
  t.notRegex(gift, /team_member_email|constituent_sort_key/, 'response-only and internal fields are omitted');
  t.true(types.includes('  gifts: GiftRow;\n') && types.includes('  funds: Fund;\n'));
});

test('a seed type has the fields of an import, local names and nested arrays', t => {
  const [, gift = ''] = /export interface GiftSeed \{\n([^}]*)/.exec(types) ?? [];
  t.regex(gift, /^ {2}constituent_id\?: Numeric \| LocalName \| null;$/m);
  t.regex(gift, /^ {2}received_amount\?: Numeric \| null;$/m);
  t.regex(gift, /^ {2}custom_fields\?: readonly CustomFieldSeed\[\] \| null;$/m);
  t.regex(types, /export interface CustomFieldSeed \{[^}]*\n {2}id\?: Numeric \| LocalName \| null;/);
  t.regex(
    types,
    /export interface ConstituentSeed \{[^}]*\n {2}phone_numbers\?: readonly PhoneNumberSeed\[\] \| null;/,
  );
  t.regex(types, /\n {2}readonly marital_statuses\?: readonly TypeValueSeed\[\];/);
});
