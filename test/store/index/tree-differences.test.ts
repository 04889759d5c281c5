import test from 'ava';
import fc from 'fast-check';
import {treeDifferences, treeOf} from '../../../src/store/index/tree.js';

const numbers = (a: number, b: number) => a - b;

const treeWith = (size: number) => {
  const keys = Array.from({length: size}, (_, index) => index * 2);
  return treeOf(
    keys,
    keys.map(key => `value ${key}`),
    numbers,
  );
};

test('treeDifferences() agrees with plain maps after random changes', t => {
  const changes = fc.array(fc.tuple(fc.nat(5000), fc.option(fc.string())), {maxLength: 300});
  fc.assert(
    fc.property(fc.constantFrom(0, 1, 32, 33, 700, 2400), changes, fc.boolean(), (size, edits, isBackwards) => {
      const older = treeWith(size);
      const newer = older.clone();
      for (const [key, value] of edits) {
        if (value === null) {
          newer.delete(key);
        } else {
          newer.set(key, value);
        }
      }
      const [from, to] = isBackwards ? [newer, older] : [older, newer];
      const [before, after] = [new Map(from.entries()), new Map(to.entries())];
      const keys = [...new Set([...before.keys(), ...after.keys()])].sort(numbers);
      const expected = keys
        .filter(key => before.get(key) !== after.get(key))
        .map(key => [before.get(key), after.get(key)]);
      t.deepEqual([...treeDifferences(from, to, numbers)] as unknown[], expected);
    }),
    {numRuns: 300, seed: 1},
  );
  t.pass();
});

test('treeDifferences() skips shared nodes', t => {
  const older = treeWith(100_000);
  const newer = older.clone();
  for (const key of [1, 77_777, 199_999]) {
    newer.set(key, 'new');
  }
  let comparisons = 0;
  const counting = (a: number, b: number) => {
    comparisons += 1;
    return a - b;
  };
  t.is([...treeDifferences(older, newer, counting)].length, 3);
  t.true(comparisons < 1000, `${comparisons} comparisons`);
});
