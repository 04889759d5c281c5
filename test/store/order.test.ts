import test from 'ava';
import {orderBy, type SortKey} from '../../src/store/order.js';

const rows = [
  {id: 3, ordinal: 2, name: 'b', date: null},
  {id: 1, ordinal: 2, name: 'a', date: '2024-01-01'},
  {id: 2, ordinal: 1, name: 'c', date: '2025-01-01'},
  {id: 4, ordinal: 2, name: 'a', date: null},
];

type Sorted = (typeof rows)[number];

const idsBy = (...keys: Array<SortKey<Sorted>>) => rows.toSorted(orderBy<Sorted>(...keys)).map(({id}) => id);

test('rows are sorted by each key in turn, and ties by id', t => {
  t.deepEqual(idsBy('ordinal', 'name'), [2, 1, 4, 3]);
  t.deepEqual(idsBy(), [1, 2, 3, 4]);
});

test('a minus sorts descending, and ties by ascending id', t => {
  t.deepEqual(idsBy('-ordinal'), [1, 3, 4, 2]);
});

test('null sorts last in ascending order, first in descending order', t => {
  t.deepEqual(idsBy('date'), [1, 2, 3, 4]);
  t.deepEqual(idsBy('-date'), [3, 4, 2, 1]);
});
