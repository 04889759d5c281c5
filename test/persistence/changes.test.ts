import test from 'ava';
import {Edited, writeChange} from '../../src/persistence/changes.js';
import {SnapshotError} from '../../src/persistence/snapshot/snapshot-error.js';
import {small} from './opened.js';

for (const change of [{rows: {guests: [{id: 1}]}}, {gone: {guests: [1]}}, {next_ids: {guests: 2}}]) {
  test(`changes of an unknown collection are rejected: ${Object.keys(change)}`, t => {
    t.throws(() => new Edited(small).take(change), {
      instanceOf: SnapshotError,
      message: 'The change log names guests, which is not a collection of this sandbox',
    });
  });
}

test('a change with an invalid clock is rejected', t => {
  const clock = {mode: 'frozen', now: '2026-01-01T00:00:00Z', tick: 0.5} as const;
  t.throws(() => new Edited(small).take({clock}), {
    instanceOf: SnapshotError,
    message: /^The change log cannot be loaded: clock must be \{"mode": "frozen"/,
  });
});

test('writing a clock that cannot be read back fails', t => {
  for (const clock of [
    {mode: 'frozen', at: 0.4, tick: 0},
    {mode: 'frozen', at: 0, tick: 0.5},
    {mode: 'running', ahead: 1.5},
    {mode: 'running', ahead: 9e15},
  ] as const) {
    t.throws(() => writeChange({before: small, after: {...small, clock}}), {message: /cannot be written/});
  }
});
