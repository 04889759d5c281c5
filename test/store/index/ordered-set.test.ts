import test from 'ava';
import fc from 'fast-check';
import {OrderedSet} from '../../../src/store/index/tree.js';
import {orderBy} from '../../../src/store/order.js';
import {effort} from '../../support/effort.js';

interface Entry {
  readonly id: number;
  readonly weight: number | null;
}

const compare = orderBy<Entry>('weight');

const entries = fc.uniqueArray(
  fc.record({id: fc.integer({min: 1, max: 100_000}), weight: fc.option(fc.integer({min: 0, max: 50}))}),
  {selector: ({id}) => id, maxLength: 3000, size: 'max'},
);

/** Computes the expected rows with a plain array. */
const model = (rows: readonly Entry[]) => rows.toSorted(compare);

test('slice() agrees with the slice of a sorted array', t => {
  fc.assert(
    fc.property(entries, fc.nat(3200), fc.nat(3200), (rows, from, length) => {
      const set = OrderedSet.from(rows.toSorted(compare), compare);
      t.deepEqual(set.slice(from, from + length), model(rows).slice(from, from + length));
    }),
    {numRuns: effort(40, 1000)},
  );
});

test('countWhile() counts the rows before a border', t => {
  fc.assert(
    fc.property(entries, fc.integer({min: -1, max: 51}), (rows, border) => {
      const before = (row: Entry) => row.weight !== null && row.weight < border;
      t.is(OrderedSet.from(rows.toSorted(compare), compare).countWhile(before), rows.filter(before).length);
    }),
    {numRuns: effort(40, 1000)},
  );
});

test('range() returns the positions of the rows with a value, or the insertion point', t => {
  fc.assert(
    fc.property(entries, fc.integer({min: -1, max: 51}), (rows, value) => {
      const [from, to] = OrderedSet.from(rows.toSorted(compare), compare).range(row => (row.weight ?? 1000) - value);
      const sorted = model(rows);
      t.is(from, sorted.filter(({weight}) => (weight ?? 1000) < value).length);
      t.deepEqual(
        sorted.slice(from, to),
        sorted.filter(({weight}) => weight === value),
      );
    }),
    {numRuns: effort(40, 1000)},
  );
});

test('changes to a cloned set keep its order and leave the original unchanged', t => {
  fc.assert(
    fc.property(entries, entries, fc.array(fc.nat()), (rows, added, removed) => {
      const original = OrderedSet.from(rows.toSorted(compare), compare);
      const copy = original.clone();
      const kept = new Map(rows.map(row => [row.id, row]));
      for (const row of added.filter(({id}) => !kept.has(id))) {
        copy.add(row);
        kept.set(row.id, row);
      }
      for (const position of removed) {
        const row = [...kept.values()][position % Math.max(1, kept.size)];
        if (row !== undefined) {
          copy.delete(row);
          kept.delete(row.id);
        }
      }
      t.deepEqual(copy.slice(0, copy.size), model([...kept.values()]));
      t.is(copy.size, kept.size);
      t.deepEqual(original.slice(0, original.size), model(rows));
    }),
    {numRuns: effort(20, 500)},
  );
});
