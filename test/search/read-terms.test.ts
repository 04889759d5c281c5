import test from 'ava';
import {describeIssue} from '../../src/schema/issue.js';
import {Issues} from '../../src/schema/issues.js';
import {readTerms} from '../../src/search/read-terms.js';

function read(...values: string[]) {
  const issues = Issues.none().inQuery;
  const terms = readTerms(values, issues);
  return {terms: terms.map(({name, value}) => [name, value]), issues: issues.refused.map(describeIssue)};
}

test('terms are separated by semicolons, or passed in several values', t => {
  t.deepEqual(read('city=Chicago;state=IL', 'name=smith').terms, [
    ['city', 'Chicago'],
    ['state', 'IL'],
    ['name', 'smith'],
  ]);
});

test('a term is split at the first =, so values may contain = and |', t => {
  t.deepEqual(read('custom_attr=motto|eq|a=b|c').terms, [['custom_attr', 'motto|eq|a=b|c']]);
});

test('whitespace is trimmed around names and values, and kept within', t => {
  t.deepEqual(read(' name = van  dyke ; city=  ').terms, [
    ['name', 'van  dyke'],
    ['city', ''],
  ]);
});

test('no values yield no terms and no issues', t => {
  t.deepEqual(read(), {terms: [], issues: []});
});

test('text without = is reported as an unknown query parameter', t => {
  t.deepEqual(read('smith').issues, ['Unknown query parameter: smith']);
  t.deepEqual(read('name=a;smith ;b').issues, ['Unknown query parameter: smith', 'Unknown query parameter: b']);
});

test('an empty term is rejected, alone or before, between and after others', t => {
  for (const value of ['', ';', 'name=a;', ';name=a', 'name=a;;city=b', ' ']) {
    t.regex(read(value).issues[0] ?? '', /^q\[\]: empty term in ".*"; write term=value;term=value$/);
  }
});

test('duplicate terms count once, despite different whitespace', t => {
  const {terms, issues} = read(...Array.from({length: 500}, () => 'name=a; name = a ;city=b'), 'name=A');
  t.deepEqual(terms, [
    ['name', 'a'],
    ['city', 'b'],
    ['name', 'A'],
  ]);
  t.deepEqual(issues, []);
});

test('more than 100 different terms, or more than 16,000 characters in one, are rejected', t => {
  const many = (count: number) => Array.from({length: count}, (_, index) => `name=${index}`).join(';');
  t.is(read(many(100)).terms.length, 100);
  t.deepEqual(read(many(101)), {terms: [], issues: ['q[]: holds more than 100 different terms; 100 are the most']});
  t.is(read(`name=${'a'.repeat(15_995)}`).terms.length, 1);
  const {terms, issues} = read(`name=${'a'.repeat(15_996)}`);
  t.deepEqual([terms, issues], [[], ['q[]: holds a term of 16001 characters; 16000 are the most']]);
});
