import {readFileSync} from 'node:fs';
import test from 'ava';
import {catalog} from '../../src/resources/index.js';
import {isPersonal, leafFields} from '../../src/sandbox/compare/privacy.js';
import {root} from '../support/pages.js';
import {personalFieldsText} from '../support/personal-fields.js';

test('personal-fields.txt matches the schemas; after a change, run npm run docs and review it', t => {
  t.is(readFileSync(`${root}test/resources/personal-fields.txt`, 'utf8'), personalFieldsText());
});

test('names, addresses and dates of birth are personal', t => {
  const detail = catalog.byName.get('constituents')!.detail!.output;
  const personal = new Set(
    Array.from(leafFields(detail)).flatMap(({path, isPersonal}) => (isPersonal ? [path.replace('[]', '')] : [])),
  );
  const names = ['first_name', 'birthday', 'sort_name', 'email_addresses.address', 'street_addresses.lat'];
  t.deepEqual(
    names.filter(name => !personal.has(name)),
    [],
  );
});

test('a field without a mark is personal', t => {
  t.true(isPersonal('age', catalog.byName.get('class_affiliations')!.output!.shape['year']));
});
