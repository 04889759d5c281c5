import test from 'ava';
import {describeIssue} from '../../src/schema/issue.js';
import {Issues} from '../../src/schema/issues.js';
import {readTerms} from '../../src/search/read-terms.js';

function read(...values: string[]) {
  const issues = Issues.none().inQuery;
  const terms = readTerms(values, issues);
  return {terms: terms.map(({name, value}) => [name, value]), issues: issues.refused.map(describeIssue)};
}

test('terms are joined by semicolons, and by being repeated', t => {
  t.deepEqual(read('city=Chicago;state=IL', 'name=smith').terms, [
    ['city', 'Chicago'],
    ['state', 'IL'],
    ['name', 'smith'],
  ]);
});

test('the first = splits: a value may hold = and |', t => {
  t.deepEqual(read('custom_attr=motto|eq|a=b|c').terms, [['custom_attr', 'motto|eq|a=b|c']]);
});

test('blanks around names and values do not count, those within do', t => {
  t.deepEqual(read(' name = van  dyke ; city=  ').terms, [
    ['name', 'van  dyke'],
    ['city', ''],
  ]);
});

test('no value asks for nothing', t => {
  t.deepEqual(read(), {terms: [], issues: []});
});

test('what is no term is told word for word', t => {
  t.deepEqual(read('smith').issues, ['Unknown query parameter: smith']);
  t.deepEqual(read('name=a;smith ;b').issues, ['Unknown query parameter: smith', 'Unknown query parameter: b']);
});

test('an empty term is refused: before, between and behind others', t => {
  for (const value of ['', ';', 'name=a;', ';name=a', 'name=a;;city=b', ' ']) {
    t.regex(read(value).issues[0] ?? '', /^q\[\]: empty term in ".*"; write term=value;term=value$/);
  }
});

test('a term that is there again counts once, in whatever way it is written', t => {
  const {terms, issues} = read(...Array.from({length: 500}, () => 'name=a; name = a ;city=b'), 'name=A');
  t.deepEqual(terms, [
    ['name', 'a'],
    ['city', 'b'],
    ['name', 'A'],
  ]);
  t.deepEqual(issues, []);
});

test('there are at most 100 different terms, each of at most 16,000 characters', t => {
  const many = (count: number) => Array.from({length: count}, (_, index) => `name=${index}`).join(';');
  t.is(read(many(100)).terms.length, 100);
  t.deepEqual(read(many(101)), {terms: [], issues: ['q[]: holds more than 100 different terms; 100 are the most']});
  t.is(read(`name=${'a'.repeat(15_995)}`).terms.length, 1);
  const {terms, issues} = read(`name=${'a'.repeat(15_996)}`);
  t.deepEqual([terms, issues], [[], ['q[]: holds a term of 16001 characters; 16000 are the most']]);
});
