import test from 'ava';
import fc from 'fast-check';
import type {Entry} from '../../../src/exchanges/journal/entry.js';
import {Ring} from '../../../src/exchanges/journal/ring.js';

const entry = (seq: number) => ({seq}) as Entry;

const action = fc.oneof(
  {weight: 5, arbitrary: fc.record({kind: fc.constant('push' as const), skip: fc.nat(3)})},
  {weight: 4, arbitrary: fc.record({kind: fc.constant('shift' as const)})},
  {weight: 1, arbitrary: fc.record({kind: fc.constant('keep' as const), every: fc.integer({min: 1, max: 4})})},
);

test('a ring holds and finds what an array would', t => {
  fc.assert(
    fc.property(fc.array(action, {maxLength: 200}), actions => {
      const ring = new Ring();
      let naive: Entry[] = [];
      let seq = 0;
      for (const each of actions) {
        if (each.kind === 'push') {
          seq += 1 + each.skip;
          ring.push(entry(seq));
          naive.push(entry(seq));
        } else if (each.kind === 'shift') {
          t.is(ring.shift()?.seq, naive.shift()?.seq);
        } else {
          naive = naive.filter(({seq}) => seq % each.every === 0);
          ring.replace(naive);
        }
        t.deepEqual(ring.all(), naive);
        t.is(ring.first?.seq, naive[0]?.seq);
        for (let asked = seq - 5; asked <= seq + 1; asked++) {
          t.is(ring.find(asked)?.seq, naive.find(({seq}) => seq === asked)?.seq);
          t.is(ring.after(asked)?.seq, naive.find(({seq}) => seq > asked)?.seq);
        }
      }
    }),
  );
});
