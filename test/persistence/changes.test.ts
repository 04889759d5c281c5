import test from 'ava';
import {changed} from '../../src/persistence/changes.js';
import {SnapshotError} from '../../src/persistence/snapshot/snapshot-error.js';
import {small} from './opened.js';

for (const change of [{rows: {guests: [{id: 1}]}}, {gone: {guests: [1]}}, {next_ids: {guests: 2}}]) {
  test(`changes of a collection that is not there are refused: ${Object.keys(change)}`, t => {
    t.throws(() => changed(small, [change]), {
      instanceOf: SnapshotError,
      message: 'The change log names guests, which is not a collection of this sandbox',
    });
  });
}
