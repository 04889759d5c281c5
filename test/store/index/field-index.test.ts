import test from 'ava';
import fc from 'fast-check';
import {Collection, type CollectionSpec} from '../../../src/store/collection.js';
import {orderBy} from '../../../src/store/order.js';

interface Entry {
  readonly id: number;
  readonly owner: number | null;
  readonly weight: number;
}

const values = [1, 2, 7, 300];

/** Entries with few owners, so that some owners have too many rows for an array. */
const entries = fc.uniqueArray(
  fc.record({id: fc.integer({min: 1, max: 100_000}), owner: fc.constantFrom(null, ...values), weight: fc.nat(20)}),
  {selector: ({id}) => id, maxLength: 300, size: 'max'},
);

const spec: CollectionSpec<Entry> = {name: 'entries', firstId: 1, indexes: {owner: ['-weight']}};

/** Returns a collection whose index is built before it changes. */
function indexed(rows: readonly Entry[]) {
  const collection = Collection.from(spec, rows);
  collection.where('owner', 1);
  return collection;
}

/** Computes the expected rows with a plain array. */
const model = (rows: readonly Entry[], value: number) =>
  rows.filter(({owner}) => owner === value).sort(orderBy<Entry>('-weight'));

/** Checks each way to read the index against the rows. */
function agrees(collection: Collection<Entry>, rows: readonly Entry[]): boolean {
  return [...values, 5].every(value => {
    const [actual, expected] = [collection.where('owner', value), model(rows, value)];
    const visited: Entry[] = [];
    for (let from = 0; from < actual.total; from += 7) {
      actual.forEach(from, from + 7, row => {
        visited.push(row);
      });
    }
    const lists = [actual.toArray(), visited, [...actual.slice(0, 10), ...actual.slice(10, 1000)]];
    return (
      actual.total === expected.length &&
      actual.first() === expected[0] &&
      lists.every(rows => rows.length === expected.length && rows.every((row, place) => row === expected[place]))
    );
  });
}

test('where() returns the rows with a value in order, for few and many rows', t => {
  fc.assert(
    fc.property(entries, rows => agrees(indexed(rows), rows)),
    {numRuns: 200},
  );
  t.pass();
});

test('where() finds rows by a string value', t => {
  const rows = ['b', null, 'a', 'b'].map((owner, id) => ({id, owner}));
  const collection = Collection.from<{id: number; owner: string | null}>(
    {...spec, indexes: {owner: []}} as never,
    rows,
  );
  t.deepEqual(collection.where('owner', 'b').toArray(), [rows[0]!, rows[3]!]);
  t.deepEqual(collection.where('owner', 'c').toArray(), []);
});

test('changes to a cloned collection and its index leave the original unchanged', t => {
  fc.assert(
    fc.property(entries, entries, fc.array(fc.nat(), {maxLength: 400, size: 'max'}), (rows, added, removed) => {
      const original = indexed(rows);
      const copy = original.clone();
      const kept = new Map(rows.map(row => [row.id, row]));
      for (const row of added.filter(({id}) => !kept.has(id))) {
        copy.put(row);
        kept.set(row.id, row);
      }
      const second = copy.clone();
      const rowsOfSecond = [...kept.values()];
      for (const position of removed) {
        const row = [...kept.values()][position % Math.max(1, kept.size)];
        if (row !== undefined) {
          copy.delete(row.id);
          kept.delete(row.id);
        }
      }
      return agrees(copy, [...kept.values()]) && agrees(second, rowsOfSecond) && agrees(original, rows);
    }),
    {numRuns: 200},
  );
  t.pass();
});
