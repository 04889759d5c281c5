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
