import test from 'ava';
import {beginningOf} from '../../src/findings/fields/beginning.js';

test('a value is kept whole if it fits, and truncated to valid JSON otherwise', t => {
  const small = {name: 'Ann', groups: [{id: 1}, null, true], text: 'x'};
  t.deepEqual(beginningOf(small, 4096), {value: small, isWhole: true});
  const many = Object.fromEntries(Array.from({length: 1000}, (_, index) => [`field${index}`, 'value']));
  const {value, isWhole} = beginningOf(many, 1000);
  t.false(isWhole);
  t.true(JSON.stringify(value).length < 1100);
  t.like(value, {field0: 'value'});
});

test('a value of any depth can be truncated', t => {
  const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown;
  const {value, isWhole} = beginningOf({deep}, 4096);
  t.false(isWhole);
  t.true(JSON.stringify(value).length < 200);
});
