import test from 'ava';
import {Numbers} from '../../src/exchanges/bus.js';

test('numbers are counted per name', t => {
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

test('no number is reused after names are evicted', t => {
  const numbers = new Numbers(2);
  const given = new Set<string>();
  for (const name of ['a', 'a', 'b', 'c', 'd', 'a', 'b', 'c', 'd', 'e']) {
    const number = `${name} ${numbers.next(name)}`;
    t.false(given.has(number), number);
    given.add(number);
  }
});
