import test from 'ava';
import {FindingSet} from '../../src/findings/finding-set.js';

const mistake = {where: '/amount', message: '"amount" is ignored', fix: 'Send received_amount.'};

const place = (seq: number, caller?: string, account = 'choir') => ({
  ...{account, seq, method: 'POST', url: `/api/v1/gifts/${seq}`, operation: 'createGift'},
  ...(caller !== undefined && {caller}),
});

test('a mistake that is made again is counted on the finding there is, with its callers, and its worst level', t => {
  const found = new FindingSet();
  t.is(found.add('zero-gift', 'warn', mistake, place(3, 'src/b.ts:1'))?.count, 1);
  t.is(found.add('zero-gift', 'error', mistake, place(4, 'src/a.ts:1')), undefined);
  t.is(found.add('zero-gift', 'info', mistake, place(5, 'src/b.ts:1')), undefined);
  const [finding, ...others] = found.all;
  t.deepEqual(others, []);
  t.like(finding, {count: 3, level: 'error', caller: ['src/a.ts:1', 'src/b.ts:1'], first: {seq: 3}, last: {seq: 5}});
});

test('one that was made before the first is told of in its place', t => {
  const found = new FindingSet();
  found.add('zero-gift', 'warn', mistake, place(3));
  found.add('zero-gift', 'warn', {...mistake, message: 'of the first'}, place(2));
  t.like(found.all[0], {count: 2, message: 'of the first', first: {seq: 2}, last: {seq: 3}});
});

test('what was handed out is not counted on, and sets that took of each other count apart', t => {
  const [one, other] = [new FindingSet(), new FindingSet()];
  const first = one.add('zero-gift', 'warn', mistake, place(1))!;
  const before = one.all;
  other.take(first);
  one.add('zero-gift', 'warn', mistake, place(2));
  t.deepEqual([first.count, before[0]!.count, one.all[0]!.count, other.all[0]!.count], [1, 1, 2, 1]);
  other.add('zero-gift', 'warn', mistake, place(3));
  other.add('zero-gift', 'warn', mistake, place(4));
  t.deepEqual([one.all[0]!.count, other.all[0]!.count], [2, 3]);
});

test('elements of an array are one place, and other places, rules and operations are others', t => {
  const found = new FindingSet();
  for (const [rule, operation, where] of [
    ['empty-element', 'createGift', '/gifts/0/note'],
    ['empty-element', 'createGift', '/gifts/17/note'],
    ['empty-element', 'createGift', '/gifts/0/name'],
    ['empty-element', 'updateGift', '/gifts/0/note'],
    ['zero-gift', 'createGift', '/gifts/0/note'],
    ['zero-gift', 'createGift', `/${'x'.repeat(3000)}`],
    ['zero-gift', 'createGift', `/${'x'.repeat(3000)}`],
  ] as const) {
    found.add(rule, 'warn', {...mistake, where}, {...place(1), operation});
  }
  t.deepEqual(
    found.all.map(({count}) => count),
    [2, 1, 1, 1, 2],
  );
});
