import test from 'ava';
import {finish} from '../../../src/store/chunked.js';
import {sortInChunks} from '../../../src/store/index/indexes.js';
import {orderBy, type Row, type SortKey} from '../../../src/store/order.js';

interface Gift extends Row {
  readonly day: string | null;
  readonly amount?: number | null;
}

/** In an order that nothing follows, the same each time. @param days that there are, and none */
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
  test(`${count} rows of ${days} days come in the order that comparing them gives`, t => {
    const gifts = giftsOf(count, days);
    for (const keys of orders) {
      const expected = gifts.toSorted(orderBy(...keys)).map(({id}) => id);
      const idsOf = (rows: readonly Gift[]) => rows.map(({id}) => id);
      t.deepEqual(idsOf(finish(sortInChunks(gifts, orderBy(...keys)))), expected, keys.join());
    }
  });
}

test('rows that are in order already are compared little more than once each', t => {
  const count = 65_536;
  const gifts = Array.from({length: count}, (_, id): Gift => ({id, day: null}));
  let compared = 0;
  const compare = (a: Gift, b: Gift) => {
    compared += 1;
    return a.id - b.id;
  };
  t.deepEqual(finish(sortInChunks(gifts, compare)), gifts);
  t.true(compared < count * 1.1, `${compared}`);
});
