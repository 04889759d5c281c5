import fc from 'fast-check';

/** Strings that often cause bugs. */
const oddities = [
  '',
  ' ',
  '\u0000',
  '\uD800',
  '\u202Eabc',
  'e\u0301',
  '👩‍👩‍👧‍👦',
  'ﬁ ß İ',
  '__proto__',
  'constructor',
  '$&',
  '%00',
  '; name: is required',
  "'; DROP TABLE gifts; --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '\r\nSet-Cookie: a=b',
  '0',
  '-1',
  '1e3',
  'null',
  '2025-02-30',
  'x'.repeat(10_000),
  '多'.repeat(5000),
] as const;

/** Strings of all code points; fast-check's own unit takes most of a second to create. */
const anyCharacters = fc
  .array(fc.integer({min: 0, max: 0x10ffff}), {maxLength: 12})
  .map(points => points.map(point => String.fromCodePoint(point)).join(''));

/** Arbitrary strings, mostly short. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  {weight: 4, arbitrary: fc.string({maxLength: 12})},
  {weight: 2, arbitrary: fc.string({unit: 'grapheme', maxLength: 12})},
  {weight: 1, arbitrary: anyCharacters},
  {weight: 2, arbitrary: fc.constantFrom(...oddities)},
);
