import test from 'ava';
import type * as z from 'zod';
import {date, externalId, flag, integer, money, monthDay, text} from '../../src/schema/fields.js';

const macro = test.macro({
  exec(t, kind: z.ZodType, accepted: ReadonlyArray<readonly [unknown, unknown]>, rejected: readonly unknown[]) {
    for (const [input, output] of accepted) {
      t.is(kind.parse(input), output);
    }
    for (const input of rejected) {
      const {error} = kind.safeParse(input);
      t.regex(error?.issues[0]?.message ?? 'was accepted', /^(?:must be|is required)/, JSON.stringify(input));
    }
  },
  title: title => `${title} accepts valid values, and rejects all others`,
});

const notNumbers = ['', ' 5', '5 ', '0x10', '1e3', '+5', '.5', '5.', 'NaN', 'Infinity', true, [3], {}, null, undefined];

test('a date of another form has one issue', t => {
  t.is(date.safeParse('2024').error?.issues.length, 1);
});

test(
  'integer',
  macro,
  integer,
  [
    [5, 5],
    ['5', 5],
    ['-7', -7],
    ['5.0', 5],
  ],
  [...notNumbers, 5.5, '5.5', 1e300, '99999999999999999999'],
);
test(
  'money',
  macro,
  money,
  [
    [5.25, 5.25],
    ['5.25', 5.25],
    ['-3', -3],
    [0, 0],
  ],
  [...notNumbers, Number.POSITIVE_INFINITY],
);
test(
  'flag',
  macro,
  flag,
  [
    [true, true],
    [false, false],
  ],
  ['true', 0, 1, null, undefined],
);
test(
  'text',
  macro,
  text,
  [
    ['', ''],
    ['5', '5'],
  ],
  [5, null, true, [], undefined],
);
test(
  'date',
  macro,
  date,
  [
    ['2024-02-29', '2024-02-29'],
    ['1999-12-31', '1999-12-31'],
  ],
  [
    '2023-02-29',
    '1900-02-29',
    '2024-13-01',
    '2024-00-10',
    '2024-04-31',
    '2024-1-1',
    '2024-01-01T00:00:00Z',
    20240101,
    null,
  ],
);
test(
  'monthDay',
  macro,
  monthDay,
  [
    ['01-01', '01-01'],
    ['02-29', '02-29'],
  ],
  ['13-01', '1-1', '02-30', '2024-01-01', 101, null],
);
test(
  'externalId',
  macro,
  externalId,
  [
    [72, '72'],
    ['t00072', 't00072'],
  ],
  ['', ' ', 7.5, true, null],
);

test('a number too large for JSON.parse is reported as beyond 1.8e308', t => {
  const [infinite] = JSON.parse(`[${'9'.repeat(400)}]`);
  for (const input of [infinite, -infinite, '9'.repeat(400), '-9e999'.replace('e', '9'.repeat(400))]) {
    const message = money.safeParse(input).error?.issues[0]?.message ?? '';
    t.regex(message, /^must be a number, got (?:a number beyond 1\.8e308|"-9)/);
  }
  t.is(integer.safeParse(infinite).error?.issues[0]?.message, 'must be an integer, got a number beyond 1.8e308');
});
