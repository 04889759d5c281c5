import test from 'ava';
import {move} from '../../src/admin/clock.js';

const from = (start: string, duration: string) => {
  const moved = move(Date.parse(start), duration);
  return moved === undefined ? undefined : new Date(moved).toISOString().replace('.000Z', 'Z');
};

test('a duration moves a timestamp by the calendar', t => {
  t.is(from('2026-01-31T12:00:00Z', 'P1D'), '2026-02-01T12:00:00Z');
  t.is(from('2026-01-31T12:00:00Z', 'P1M'), '2026-02-28T12:00:00Z', 'February has no 31st');
  t.is(from('2024-02-29T12:00:00Z', 'P1Y'), '2025-02-28T12:00:00Z');
  t.is(from('2026-11-15T00:00:00Z', 'P1Y2M3W4DT5H6M7S'), '2028-02-09T05:06:07Z');
  t.is(from('2026-01-01T00:00:00Z', '-P1D'), '2025-12-31T00:00:00Z');
  t.is(from('2026-03-31T00:00:00Z', '-P1M'), '2026-02-28T00:00:00Z');
  t.is(from('2026-01-01T00:00:00Z', 'PT0.5S'), '2026-01-01T00:00:00.500Z');
});

test('an invalid duration, or one that leaves the supported years, returns undefined', t => {
  for (const text of [
    '',
    'P',
    '1D',
    'P1',
    'PT',
    'tomorrow',
    'P9000Y',
    '-P9000Y',
    'P99999999999999Y',
    'nonsense P1D nonsense',
    ' P1D',
    'P1D ',
    'P1D\n',
    'xP1D',
    'P1D1M',
    'P1DT',
    'P-',
    'PT1D',
    '--P1D',
    'P1.2.3D',
    'P1234567890123456D',
    `P${'1'.repeat(100_000)}`,
    `${'P'.repeat(100_000)}`,
  ]) {
    t.is(from('2026-01-01T00:00:00Z', text), undefined, text);
  }
});
