import test from 'ava';
import {readComparison} from '../../src/search/comparisons.js';
import * as readers from '../../src/search/read-values.js';

const {day, id, ids, momentFrom, momentTo, text, texts, zeroOrOne} = readers;

test('text is folded, and blank text or text with NUL is rejected', t => {
  t.is(text.read('  ÉMILE van Dyke '), 'emile van dyke');
  for (const value of ['', '  ', 'a\0b']) {
    t.is(text.read(value), undefined);
  }
});

test('names of Object.prototype are rejected as 0 or 1', t => {
  for (const value of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
    t.is(zeroOrOne.read(value), undefined, value);
  }
});

test('ids are positive integers, separated by commas', t => {
  t.deepEqual(ids.read('1, 22,3'), [1, 22, 3]);
  t.is(id.read('7'), 7);
  for (const value of [
    '',
    ',',
    '1,',
    ',1',
    '1,,2',
    'a',
    '1,x',
    '-1',
    '0',
    '1.5',
    '1e3',
    '0x1',
    '1;2',
    '9'.repeat(16),
  ]) {
    t.is(ids.read(value), undefined, value);
    t.is(id.read(value), undefined, value);
  }
  t.deepEqual(texts.read('A, b'), ['a', 'b']);
  t.is(texts.read('a,,b'), undefined);
});

test('zeroOrOne accepts only 0 and 1', t => {
  t.deepEqual(['0', '1', '2', '', 'true', '01'].map(zeroOrOne.read), [
    0,
    1,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('a date must exist in the calendar', t => {
  t.is(day.read('2024-02-29'), '2024-02-29');
  for (const value of ['2023-02-29', '2024-2-9', '20240229', '2024-13-01', '2024-02-29T00:00:00Z', 'today', '']) {
    t.is(day.read(value), undefined, value);
  }
});

test('a moment is a timestamp, or a date read as its first or last second', t => {
  t.is(momentFrom.read('2024-02-29'), '2024-02-29T00:00:00Z');
  t.is(momentTo.read('2024-02-29'), '2024-02-29T23:59:59Z');
  t.is(momentTo.read('2024-02-29T12:30:00Z'), '2024-02-29T12:30:00Z');
  for (const value of [
    '2023-02-29T00:00:00Z',
    '2024-02-29T24:00:00Z',
    '2024-02-29 12:00:00',
    '2024-02-29T12:00Z',
    '1',
  ]) {
    t.is(momentFrom.read(value), undefined, value);
  }
});

test('numbers are compared by every operator, and btw includes both ends', t => {
  const holds = (form: string) => [4, 5, 6].map(value => readComparison(form.split('|'))!(value));
  t.deepEqual(holds('gte|5'), [false, true, true]);
  t.deepEqual(holds('lte|5'), [true, true, false]);
  t.deepEqual(holds('gt|5'), [false, false, true]);
  t.deepEqual(holds('lt|5.0'), [true, false, false]);
  t.deepEqual(holds('eq|5'), [false, true, false]);
  t.deepEqual(holds('ne|5'), [true, false, true]);
  t.deepEqual(holds('btw|4.5|6'), [false, true, true]);
  for (const form of [
    '',
    'gte',
    'gte|',
    'gte|x',
    'gte|1|2',
    'btw|1',
    'btw|1|',
    'btw|1|2|3',
    'in|1',
    '5',
    'toString|1',
  ]) {
    t.is(readComparison(form.split('|')), undefined, form);
  }
});
