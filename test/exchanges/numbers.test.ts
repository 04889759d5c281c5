import test from 'ava';
import {Numbers} from '../../src/exchanges/bus.js';

test('each name counts for itself, and goes on where it stopped', t => {
  const numbers = new Numbers();
  t.deepEqual(
    ['a', 'b', 'a'].map(name => numbers.next(name)),
    [1, 1, 2],
  );
  t.deepEqual(
    ['a', 'c'].map(name => numbers.next(name)),
    [3, 1],
  );
});

test('no number is given twice where there were more names than are remembered', t => {
  const numbers = new Numbers(2);
  const given = new Set<string>();
  for (const name of ['a', 'a', 'b', 'c', 'd', 'a', 'b', 'c', 'd', 'e']) {
    const number = `${name} ${numbers.next(name)}`;
    t.false(given.has(number), number);
    given.add(number);
  }
});
