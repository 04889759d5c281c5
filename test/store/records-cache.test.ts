import test from 'ava';
import {schema} from '../../src/resources/index.js';
import {finish} from '../../src/store/chunked.js';
import {recordsFrom} from '../../src/store/records.js';
import {RecordsCache} from '../../src/store/records-cache.js';

/** Keeps up to two answers, and counts how often one had to be found. */
function counting() {
  const kept = new RecordsCache<string>(2);
  let found = 0;
  const ask = (question: string, records = first) =>
    finish(
      kept.get(records, question, function* () {
        yield;
        found += 1;
        return `${question} of ${records === first ? 'first' : 'second'}`;
      }),
    );
  return {ask, found: () => found};
}

const first = recordsFrom(schema);
const second = recordsFrom(schema);

test('an answer is found once for the same records', t => {
  const {ask, found} = counting();
  t.is(ask('a'), 'a of first');
  t.is(ask('a'), 'a of first');
  t.is(found(), 1);
  t.is(ask('a', second), 'a of second');
  t.is(found(), 2);
});

test('the answer that was found longest ago makes room', t => {
  const {ask, found} = counting();
  for (const question of ['a', 'b', 'a', 'c', 'b']) {
    ask(question);
  }
  t.is(found(), 3);
  ask('a');
  t.is(found(), 4);
  ask('c');
  t.is(found(), 4);
});
