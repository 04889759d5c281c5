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

/** Few values, so that some of them have more rows than an array takes. */
const entries = fc.uniqueArray(
  fc.record({id: fc.integer({min: 1, max: 100_000}), owner: fc.constantFrom(null, ...values), weight: fc.nat(20)}),
  {selector: ({id}) => id, maxLength: 300, size: 'max'},
);

const spec: CollectionSpec<Entry> = {name: 'entries', firstId: 1, indexes: {owner: ['-weight']}};

/** Rows whose index exists before they change. */
function indexed(rows: readonly Entry[]) {
  const collection = Collection.from(spec, rows);
  collection.where('owner', 1);
  return collection;
}

/** What a plain array says. */
const model = (rows: readonly Entry[], value: number) =>
  rows.filter(({owner}) => owner === value).sort(orderBy<Entry>('-weight'));

/** Whether the index answers what the rows say, whichever way it is asked. */
function agrees(collection: Collection<Entry>, rows: readonly Entry[]): boolean {
  return [...values, 5].every(value => {
    const [found, expected] = [collection.where('owner', value), model(rows, value)];
    const visited: Entry[] = [];
    for (let from = 0; from < found.total; from += 7) {
      found.forEach(from, from + 7, row => {
        visited.push(row);
      });
    }
    const answers = [found.toArray(), visited, [...found.slice(0, 10), ...found.slice(10, 1000)]];
    return (
      found.total === expected.length &&
      found.first() === expected[0] &&
      answers.every(rows => rows.length === expected.length && rows.every((row, place) => row === expected[place]))
    );
  });
}

test('the rows of a value are those that have it, in order, be they few or many', t => {
  fc.assert(
    fc.property(entries, rows => agrees(indexed(rows), rows)),
    {numRuns: 200},
  );
  t.pass();
});

test('rows of texts are found as those of numbers are', t => {
  const rows = ['b', null, 'a', 'b'].map((owner, id) => ({id, owner}));
  const collection = Collection.from<{id: number; owner: string | null}>(
    {...spec, indexes: {owner: []}} as never,
    rows,
  );
  t.deepEqual(collection.where('owner', 'b').toArray(), [rows[0]!, rows[3]!]);
  t.deepEqual(collection.where('owner', 'c').toArray(), []);
});

test('a copy and what it came from change apart, while values come, grow, shrink and go', t => {
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
      const then = [...kept.values()];
      for (const position of removed) {
        const row = [...kept.values()][position % Math.max(1, kept.size)];
        if (row !== undefined) {
          copy.delete(row.id);
          kept.delete(row.id);
        }
      }
      return agrees(copy, [...kept.values()]) && agrees(second, then) && agrees(original, rows);
    }),
    {numRuns: 200},
  );
  t.pass();
});
