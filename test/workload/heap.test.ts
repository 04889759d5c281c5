import test from 'ava';
import {finish, type Steps} from '../../src/store/chunked.js';
import {Heap} from '../../src/workload/heap.js';

const gibibyte = 1024 ** 3;
const young = 192 * 1024 ** 2;
const full = {used_heap_size: 0.9 * gibibyte, heap_size_limit: gibibyte + young};

test('a heap is full where the last collection left it so, and not where garbage may be in it', t => {
  let statistics = full;
  let asked = 0;
  const heap = new Heap(
    () => statistics,
    () => {
      asked += 1;
    },
  );
  t.false(heap.isFull(0.8), 'nothing is known of it yet');
  heap.collected();
  t.true(heap.isFull(0.8));
  t.false(heap.isFull(0.95));
  t.regex(heap.describe(), /^90 % of the heap of 1024 MiB is in use$/);
  statistics = {...full, used_heap_size: 0.7 * gibibyte};
  heap.collected();
  statistics = full;
  t.false(heap.isFull(0.8), 'what came since then may be garbage');
  t.is(asked, 0, 'a collection was seen just now');
});

test('a heap that is found full is collected again, and not with each question', t => {
  let asked = 0;
  const heap = new Heap(
    () => full,
    () => {
      asked += 1;
    },
    -1,
  );
  heap.collected();
  t.true(heap.isFull(0.8));
  t.is(asked, 1);
  const patient = new Heap(
    () => full,
    () => {
      asked += 1;
    },
  );
  patient.collected();
  patient.isFull(0.8);
  patient.isFull(0.8);
  t.is(asked, 1);
});

test('work that there is no room for ends with the first collection that says so, and holds nobody up', t => {
  let left = 0.3 * gibibyte;
  const heap = new Heap(
    () => ({...full, used_heap_size: left}),
    () => t.fail('nothing is collected for it'),
  );
  function* making(): Steps<string> {
    for (let step = 0; step < 100; step++) {
      yield;
    }
    return 'made';
  }
  const refusal = () => new Error('no room');
  let made = 0;
  const begin = (bytes: number) => heap.roomFor(making(), bytes, () => made, refusal);
  t.is(finish(begin(0.5 * gibibyte)), 'made');
  t.throws(() => begin(0.95 * gibibyte).next(), {message: 'no room'}, 'that could never be');

  const refused = begin(0.5 * gibibyte);
  refused.next();
  left = 0.8 * gibibyte;
  t.false(refused.next().done, 'it may all be garbage');
  heap.collected();
  t.throws(() => refused.next(), {message: 'no room'});

  const going = begin(0.5 * gibibyte);
  going.next();
  made = 1;
  left = 0.65 * gibibyte;
  heap.collected();
  t.is(finish(going), 'made', 'what is made already is in use');

  const promised = begin(0.5 * gibibyte);
  promised.next();
  t.throws(() => begin(0.45 * gibibyte).next(), {message: 'no room'}, 'two at once');
  promised.return('');
  t.false(begin(0.45 * gibibyte).next().done, 'what has ended takes no room');
});
