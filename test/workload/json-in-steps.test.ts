import {isDeepStrictEqual} from 'node:util';
import test from 'ava';
import fc from 'fast-check';
import {finish} from '../../src/store/chunked.js';
import {parseInSteps} from '../../src/workload/json-in-steps.js';
import {effort} from '../support/effort.js';

const kibibyte = 1024;

const parsed = (text: string) => finish(parseInSteps(Buffer.from(text)));

/** What it comes to, or that it is refused. */
function outcome(parse: (text: string) => unknown, text: string): unknown {
  try {
    return {value: parse(text)};
  } catch (error) {
    return error instanceof SyntaxError ? 'refused' : error;
  }
}

/** Long enough to be cut on each side, in all that it may stand in. */
const filling = JSON.stringify('x'.repeat(150 * kibibyte));
const frames: ReadonlyArray<(text: string) => string> = [
  text => text,
  text => `[${filling},${filling}, ${text} ,${filling},${filling},${text}]`,
  text => `{"a":${filling},"b":${filling},"c": ${text} ,"d":${filling},"e":${filling},"f":${text}}`,
  text => `{"records":{"people":[{"notes":[${filling}, ${filling},${text}]},${text}],"a":${filling}},"last":${text}}`,
  text => ` \n[[${filling},[[${filling},${filling},${text}]],${text}]]\t `,
];

test('JSON in steps is what it is in one go, also what is none', t => {
  const texts = fc.oneof(fc.json(), fc.string({unit: fc.constantFrom(...'[]{},:"\\ 1ae-.n\n')}), fc.json().map(cut));
  fc.assert(
    fc.property(texts, fc.constantFrom(...frames), (text, frame) => {
      const whole = frame(text);
      const [expected, found] = [outcome(JSON.parse, whole), outcome(parsed, whole)];
      if (!isDeepStrictEqual(found, expected)) {
        throw new Error(`${JSON.stringify(text)} in ${frame('*').replaceAll(filling, '"x"')}`);
      }
    }),
    {numRuns: effort(300, 20_000)},
  );
  t.pass();
});

/** Without a character in the middle. */
const cut = (text: string) => text.slice(0, text.length / 2) + text.slice(text.length / 2 + 1);

test('what JSON can hold is kept: names that objects have, halves of characters, numbers', t => {
  for (const text of [
    '{"__proto__":{"a":1},"constructor":2,"2":1,"1":2,"":3}',
    '["\\ud800","\u2028é😀\\u0000", -0, 1e400, 0.1e-7, 12345678901234567890]',
    '{"a":1,"a":2}',
  ]) {
    for (const frame of frames) {
      t.deepEqual(parsed(frame(text)), JSON.parse(frame(text)));
    }
  }
  t.deepEqual(parsed('\ufeff{"a":1}'), {a: 1});
});

test('no step is long, and what could only be read in one is refused', t => {
  const rows = `{"records":{"people":[${Array.from({length: 100_000}, (_, id) => JSON.stringify({id, name: 'Ada'})).join()}]}}`;
  let steps = 0;
  const longest: number[] = [];
  const steadily = parseInSteps(Buffer.from(rows), text => {
    longest.push(text.length);
    return JSON.parse(text);
  });
  let next = steadily.next();
  for (; !next.done; next = steadily.next()) {
    steps += 1;
  }
  t.true(steps > rows.length / (300 * kibibyte), `${steps} steps`);
  t.true(Math.max(...longest) < 520 * kibibyte, `${Math.max(...longest)} characters at once`);
  t.deepEqual(next.value, JSON.parse(rows));
  const long = 'x'.repeat(5 * 1024 * kibibyte);
  for (const [text, message] of [
    [`{"a":"${long}"}`, /^it holds a text, or a number, of more than 4194304 bytes, behind byte 1$/],
    ['['.repeat(1024 * kibibyte), /^lists stand in each other more than 16 deep/],
    [`[${filling},${filling},1 2]`, /behind byte \d+$/],
  ] as const) {
    t.throws(() => parsed(text), {instanceOf: SyntaxError, message});
  }
  t.throws(() => finish(parseInSteps(Buffer.from([34, 255, 34]))), {message: 'it is not UTF-8'});
});
