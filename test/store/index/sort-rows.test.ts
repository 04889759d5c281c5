import test from 'ava';
import {finish} from '../../../src/store/chunked.js';
import {sortInChunks} from '../../../src/store/index/indexes.js';
import {orderBy, type Row, type SortKey} from '../../../src/store/order.js';

interface Gift extends Row {
  readonly day: string | null;
  readonly amount?: number | null;
}

/** Returns rows in a fixed shuffled order. @param days number of distinct days; some rows have none */
function giftsOf(count: number, days: number): Gift[] {
  const places = Array.from({length: count}, (_, place) => (place * 7919) % count);
  return places.map(place => ({
    id: place + 1,
    day: place % (days + 1) === 0 ? null : `day ${(place * 31) % days}`,
    ...(place % 3 > 0 && {amount: place % 5 === 0 ? null : (place * 17) % 400}),
  }));
}

const orders: ReadonlyArray<ReadonlyArray<SortKey<Gift>>> = [
  [],
  ['day'],
  ['-day', '-amount'],
  ['amount', '-day'],
  ['-day', '-id'],
];

for (const [count, days] of [
  [0, 1],
  [100, 7],
  [9_973, 1],
  [9_973, 3_000],
  [40_009, 39_000],
] as const) {
  test(`sortInChunks() sorts ${count} rows with ${days} days like toSorted()`, t => {
    const gifts = giftsOf(count, days);
    for (const keys of orders) {
      const expected = gifts.toSorted(orderBy(...keys)).map(({id}) => id);
      const idsOf = (rows: readonly Gift[]) => rows.map(({id}) => id);
      t.deepEqual(idsOf(finish(sortInChunks(gifts, orderBy(...keys)))), expected, keys.join());
    }
  });
}

test('sorting sorted rows compares each row little more than once', t => {
  const count = 65_536;
  const gifts = Array.from({length: count}, (_, id): Gift => ({id, day: null}));
  let comparisons = 0;
  const compare = (a: Gift, b: Gift) => {
    comparisons += 1;
    return a.id - b.id;
  };
  t.deepEqual(finish(sortInChunks(gifts, compare)), gifts);
  t.true(comparisons < count * 1.1, `${comparisons} comparisons`);
});
