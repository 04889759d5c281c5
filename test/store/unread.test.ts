import test from 'ava';
import {Collection} from '../../src/store/collection.js';
import type {Row} from '../../src/store/order.js';

const spec = {name: 'letters', firstId: 1};
const rows: readonly Row[] = [{id: 1}, {id: 3}, {id: 7}];

function counted() {
  let reads = 0;
  const letters = Collection.unread(spec, rows.length, () => {
    reads += 1;
    return rows;
  });
  return {letters, reads: () => reads};
}

test('unread rows are read once, on first access', t => {
  const {letters, reads} = counted();
  const bare = letters.bare();
  t.deepEqual([letters.size, bare.size], [3, 3]);
  t.deepEqual([...letters.differences(letters)], []);
  t.is(reads(), 0);
  t.is(bare.get(3), rows[1]);
  t.is(letters.get(3), rows[1]);
  t.deepEqual(letters.listed().toArray(), rows);
  t.deepEqual([...letters.differences(bare)], []);
  t.is(reads(), 1);
});

test('changes to a copy of unread rows leave the original unchanged', t => {
  const {letters} = counted();
  const copy = letters.clone();
  copy.put({id: 8});
  copy.delete(1);
  t.deepEqual([letters.size, copy.size], [3, 3]);
  t.deepEqual([...letters.values()], rows);
  t.deepEqual(
    [...copy.values()].map(({id}) => id),
    [3, 7, 8],
  );
});
