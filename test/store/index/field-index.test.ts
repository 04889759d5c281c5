import test from 'ava';
import fc from 'fast-check';
import {finish} from '../../../src/store/chunked.js';
import {FieldIndex} from '../../../src/store/index/field-index.js';
import type {IndexValue, Key} from '../../../src/store/keys.js';
import {orderBy} from '../../../src/store/order.js';

interface Entry {
  readonly id: number;
  readonly owner: IndexValue;
  readonly weight: number;
}

const values: readonly IndexValue[] = [null, 1, 2, 7, 300];

/** Few values, so that some of them have more rows than an array takes. */
const entries = fc.uniqueArray(
  fc.record({id: fc.integer({min: 1, max: 100_000}), owner: fc.constantFrom(...values), weight: fc.nat(20)}),
  {selector: ({id}) => id, maxLength: 300, size: 'max'},
);

const indexOf = (rows: readonly Entry[]) => finish(FieldIndex.inChunks(rows, 'owner', ['-weight']));

/** What a plain array says. */
const model = (rows: readonly Entry[], value: IndexValue) =>
  rows.filter(({owner}) => owner === value).sort(orderBy<Entry>('-weight'));

/** Whether the index answers what the rows say, whichever way it is asked. */
function agrees(index: FieldIndex<Entry>, rows: readonly Entry[]): boolean {
  return [...values, 5].every(value => {
    const [found, expected] = [index.rows(value), model(rows, value)];
    const visited: Entry[] = [];
    for (let from = 0; from < found.total; from += 7) {
      found.forEach(from, from + 7, row => {
        visited.push(row);
      });
    }
    const isEven = (id: Key) => (id as number) % 2 === 0;
    const even: number[] = [];
    const addEven = (_: Entry, id: number) => {
      even.push(id);
    };
    found.forEach(0, found.total, addEven, isEven);
    const answers = [found.toArray(), visited, [...found.slice(0, 10), ...found.slice(10, 1000)]];
    return (
      found.total === expected.length &&
      found.first() === expected[0] &&
      even.join() === expected.flatMap(({id}) => (isEven(id) ? id : [])).join() &&
      answers.every(rows => rows.length === expected.length && rows.every((row, place) => row === expected[place]))
    );
  });
}

test('the rows of a value are those that have it, in order, be they few or many', t => {
  fc.assert(
    fc.property(entries, rows => agrees(indexOf(rows), rows)),
    {numRuns: 200},
  );
  t.pass();
});

test('rows of texts are found as those of numbers are', t => {
  const rows = ['b', null, 'a', 'b'].map((owner, id) => ({id, owner}));
  const index = finish(FieldIndex.inChunks(rows, 'owner', []));
  t.deepEqual(index.rows('b').toArray(), [rows[0]!, rows[3]!]);
  t.deepEqual(index.rows(null).toArray(), [rows[1]!]);
  t.deepEqual(index.rows('c').toArray(), []);
});

test('a copy and what it came from change apart, while values come, grow, shrink and go', t => {
  fc.assert(
    fc.property(entries, entries, fc.array(fc.nat(), {maxLength: 400, size: 'max'}), (rows, added, removed) => {
      const original = indexOf(rows);
      const copy = original.clone();
      const kept = new Map(rows.map(row => [row.id, row]));
      for (const row of added.filter(({id}) => !kept.has(id))) {
        copy.add(row);
        kept.set(row.id, row);
      }
      const second = copy.clone();
      const then = [...kept.values()];
      for (const position of removed) {
        const row = [...kept.values()][position % Math.max(1, kept.size)];
        if (row !== undefined) {
          copy.delete(row);
          kept.delete(row.id);
        }
      }
      return agrees(copy, [...kept.values()]) && agrees(second, then) && agrees(original, rows);
    }),
    {numRuns: 200},
  );
  t.pass();
});
