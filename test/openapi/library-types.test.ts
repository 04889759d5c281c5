import {readFileSync} from 'node:fs';
import test from 'ava';
import {catalog} from '../../src/resources/index.js';
import {libraryTypes} from '../../tools/declarations/library-types.js';
import {root} from '../support/pages.js';

const types = libraryTypes(catalog);

const namesIn = (text: string): string[] =>
  Array.from(text.matchAll(/^export (?:type|interface) (\w+)/gm), ([, name]) => name!);

test('each type that the code leaves open is written, and the build puts it into the declarations', t => {
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

test('operations are named by their ids and by the short forms that only one has', t => {
  const [, short = ''] = /OperationRef =\n {2}\| OperationId\n([^;]*)/.exec(types) ?? [];
  t.true(short.includes("'createGift'\n") && types.includes("  | 'createGiftOfConstituent'\n"));
  t.false(short.includes("'createInvitation'"), 'two operations have it');
  t.false(short.includes("'listGroups'"), 'an id');
});

test('a row has the fields that are stored and shown', t => {
  const [, gift = ''] = /export interface GiftRow \{\n([^}]*\}[^}]*)\n\}\n/.exec(types) ?? [];
  t.regex(gift, /^ {2}custom_fields: Array<\{category_id: number; keyword_ids: number\[\]\}>;$/m);
  t.regex(gift, /^ {2}team_member_id: number \| null;$/m, 'the response has a name in its place');
  t.notRegex(gift, /team_member_email|constituent_sort_key/, 'of the response alone, and internal');
  t.true(types.includes('  gifts: GiftRow;\n') && types.includes('  funds: Fund;\n'));
});

test('a record of a seed has the fields that an import reads, local names, and lists of others', t => {
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
