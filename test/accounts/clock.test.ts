import test from 'ava';
import {
  afterWrite,
  frozenClock,
  httpDate,
  machineClock,
  moment,
  runningClock,
  setTo,
  timestamp,
} from '../../src/accounts/clock.js';

const start = Date.UTC(2026, 0, 31, 12);

test('a frozen clock stands still, or advances by its tick with each write', t => {
  const still = frozenClock(start);
  t.is(timestamp(still), '2026-01-31T12:00:00Z');
  t.is(afterWrite(still), still);
  t.is(timestamp(afterWrite(afterWrite(frozenClock(start, 1500)))), '2026-01-31T12:00:03Z');
});

test('a running clock continues from the time it is set to', t => {
  const clock = runningClock(start);
  const now = moment(clock);
  t.true(now >= start && now < start + 5000);
  t.is(afterWrite(clock), clock);
  const later = moment(setTo(clock, start + 1e9));
  t.true(later >= start + 1e9 && later < start + 1e9 + 5000);
});

test('clocks stop at the end of the year 9999', t => {
  const end = Date.UTC(9999, 11, 31, 23, 59, 59);
  t.is(timestamp(afterWrite(frozenClock(end, 8e15))), '9999-12-31T23:59:59Z');
  t.is(timestamp({mode: 'running', ahead: end}), '9999-12-31T23:59:59Z');
});

test('machineClock returns the time of the machine', t => {
  t.true(Math.abs(moment(machineClock) - Date.now()) < 1000);
});

test('httpDate() formats the time of each clock, whichever it formatted before', t => {
  const [one, other] = [frozenClock(Date.UTC(2026, 0, 1, 0, 0, 0, 999)), frozenClock(Date.UTC(2025, 11, 31))];
  for (const clock of [one, other, one, one]) {
    t.is(httpDate(clock), clock === one ? 'Thu, 01 Jan 2026 00:00:00 GMT' : 'Wed, 31 Dec 2025 00:00:00 GMT');
  }
});
