import test from 'ava';
import {beginningOf} from '../../src/findings/beginning.js';
import type {Level} from '../../src/findings/finding.js';
import {FindingSet} from '../../src/findings/finding-set.js';
import {FindingSpace} from '../../src/findings/memory/finding-space.js';

const place = {account: 'choir', seq: 1, method: 'POST', url: '/api/v1/gifts', operation: 'createGift'};

const add = (set: FindingSet, where: string, level: Level) =>
  set.add('zero-gift', level, {where, message: 'x'.repeat(1000), fix: 'Send it.'}, place);

test('the oldest infos are dropped first, then warnings; the drops are counted', t => {
  const space = new FindingSpace(24_000);
  const [one, other] = [new FindingSet(space), new FindingSet(space)];
  add(one, '/error', 'error');
  add(one, '/warning', 'warn');
  for (let index = 0; index < 20; index++) {
    add(index % 2 === 0 ? one : other, `/info${index}`, 'info');
  }
  t.true(space.bytes <= 24_000);
  const left = [...one.all, ...other.all].map(({where}) => where);
  t.true(left.includes('/error') && left.includes('/warning') && left.includes('/info19'));
  t.false(left.includes('/info0'));
  t.is(left.length + space.dropped, 22);
});

test('warnings go before errors, and what a set drops is free again', t => {
  const space = new FindingSpace(12_000);
  const set = new FindingSet(space);
  add(set, '/warning', 'warn');
  for (let index = 0; index < 4; index++) {
    add(set, `/error${index}`, 'error');
  }
  t.false(set.all.some(({where}) => where === '/warning'));
  set.clear();
  t.is(space.bytes, 0);
});

test('an account that has 500 findings drops further ones, and counts them', t => {
  const space = new FindingSpace();
  const set = new FindingSet(space);
  for (let index = 0; index < 510; index++) {
    add(set, `/f${index}x`, 'info');
  }
  t.is(set.all.length, 500);
  t.is(space.dropped, 10);
});

test('the beginning of a value is JSON within the size, and whole where the value fits', t => {
  const small = {name: 'Ann', groups: [{id: 1}, null, true], text: 'x'};
  t.deepEqual(beginningOf(small, 4096), {value: small, isWhole: true});
  const many = Object.fromEntries(Array.from({length: 1000}, (_, index) => [`field${index}`, 'value']));
  const {value, isWhole} = beginningOf(many, 1000);
  t.false(isWhole);
  t.true(JSON.stringify(value).length < 1100);
  t.like(value, {field0: 'value'});
});

test('a value of any depth has a beginning', t => {
  const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown;
  const {value, isWhole} = beginningOf({deep}, 4096);
  t.false(isWhole);
  t.true(JSON.stringify(value).length < 200);
});
