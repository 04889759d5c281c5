import test from 'ava';
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
