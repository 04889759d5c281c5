import {isDeepStrictEqual} from 'node:util';
import test from 'ava';
import fc from 'fast-check';
import {parseLongJson} from '../../src/persistence/parse-long-json.js';
import {effort} from '../support/effort.js';

const kibibyte = 1024;

const parsed = (text: string) => parseLongJson(Buffer.from(text));

/** Returns the parsed value, `refused` for a syntax error, or any other error. */
async function outcome(parse: (text: string) => unknown, text: string): Promise<unknown> {
  try {
    return {value: await parse(text)};
  } catch (error) {
    return error instanceof SyntaxError ? 'refused' : error;
  }
}

/** So long that lists of records are split on each side of their contents. */
const filling = JSON.stringify('x'.repeat(150 * kibibyte));
const frames: ReadonlyArray<(text: string) => string> = [
  text => text,
  text => `[${filling},${filling}, ${text} ,${filling},${filling},${text}]`,
  text => `{"a":${filling},"b":${filling},"c": ${text} ,"d":${filling},"e":${filling},"f":${text}}`,
  text =>
    `{"records":{"people":[${filling}, ${filling},${text}],"none":[ ],"a":${text}},"last":[[${filling}],${text}]}`,
  text => `{"records":{"people":[{"notes":[${filling}, ${filling},${text}]},${text}],"a":${filling}},"last":${text}}`,
  text => `{"a":{"b":[${text},${filling},${filling}]},"c":{"b":[${filling}, ${filling} , ${text} ] , "d":[${text}]}}`,
  text => ` \n[[${filling},[[${filling},${filling},${text}]],${text}]]\t `,
];

test('parseLongJson returns the same values and errors as JSON.parse', async t => {
  const texts = fc.oneof(fc.json(), fc.string({unit: fc.constantFrom(...'[]{},:"\\ 1ae-.n\n')}), fc.json().map(cut));
  await fc.assert(
    fc.asyncProperty(texts, fc.constantFrom(...frames), async (text, frame) => {
      const whole = frame(text);
      const [expected, actual] = [await outcome(JSON.parse, whole), await outcome(parsed, whole)];
      if (!isDeepStrictEqual(actual, expected)) {
        throw new Error(`${JSON.stringify(text)} in ${frame('*').replaceAll(filling, '"x"')}`);
      }
    }),
    {numRuns: effort(300, 20_000)},
  );
  t.pass();
});

/** Removes a character in the middle. */
const cut = (text: string) => text.slice(0, text.length / 2) + text.slice(text.length / 2 + 1);

test('__proto__ keys, lone surrogates, extreme numbers and duplicate keys parse as in JSON.parse', async t => {
  for (const text of [
    '{"__proto__":{"a":1},"constructor":2,"2":1,"1":2,"":3}',
    '["\\ud800","\u2028é😀\\u0000", -0, 1e400, 0.1e-7, 12345678901234567890]',
    '{"a":1,"a":2}',
  ]) {
    for (const frame of frames) {
      t.deepEqual(await parsed(frame(text)), JSON.parse(frame(text)));
    }
  }
  for (const text of [
    `{"__proto__":{"__proto__":[${filling},${filling},1]},"2":{"2":[2],"1":[3]},"1":{"1":[4]}}`,
    `{"a":{"b":[1,${filling}],"b":[2,${filling}]},"a":{"b":[${filling}],"c":[3]},"c":{"a":[4]},"c":[5]}`,
    `{"a":{"b":[[1],[2,[3]],${filling},${filling},[0]],"c":[0],"d":[[]]}}`,
  ]) {
    t.deepEqual(await parsed(text), JSON.parse(text));
  }
  t.deepEqual(await parsed('\ufeff{"a":1}'), {a: 1});
  t.deepEqual(await parsed(`\ufeff{"a":{"b":[${filling},${filling},1]}}`), {
    a: {b: [JSON.parse(filling), JSON.parse(filling), 1]},
  });
});

test.serial('a list of records is parsed in short runs, and an overlong part is rejected', async t => {
  const rows = `{"records":{"people":[${Array.from({length: 100_000}, (_, id) => JSON.stringify({id, name: 'Ada'})).join()}]}}`;
  const {parse} = JSON;
  const lengths: number[] = [];
  JSON.parse = text => {
    lengths.push(text.length);
    return parse(text);
  };
  try {
    t.deepEqual(await parsed(rows), parse(rows));
  } finally {
    JSON.parse = parse;
  }
  t.true(lengths.length > rows.length / (300 * kibibyte), `${lengths.length} runs`);
  t.true(Math.max(...lengths) < 520 * kibibyte, `${Math.max(...lengths)} characters at once`);
  const long = 'x'.repeat(5 * 1024 * kibibyte);
  const record = JSON.stringify(Array.from({length: 3}, () => 'x'.repeat(3 * 1024 * kibibyte)));
  for (const [text, message] of [
    [`{"a":"${long}"}`, /^a string of more than 4194304 bytes begins at byte 5$/],
    ['['.repeat(1024 * kibibyte), /^byte 1000 is nested more than 1000 levels deep$/],
    [']'.repeat(1024 * kibibyte), /^the bracket at byte 0 closes nothing$/],
    [`{"a":{"b":[${filling},${filling}`, /^the document ends before its last bracket is closed$/],
    [`{"a":{"b":[${filling}]},"${filling}`, /^the document ends before its last bracket is closed$/],
    [`[${filling},${filling},1 2]`, /^Expected .*, outside the lists of records$/],
    [`{"a":{"b":[${filling},${filling},1 2]}}`, /^Expected .*, after byte \d+$/],
    [`[${filling},${filling}] 1`, /^Unexpected .*, outside the lists of records$/],
    ['{"a":1} 2', /^Unexpected non-whitespace character after JSON at position 8/],
    ['{"a":1', /^Expected .* at position 6/],
    [`{"a":{"b":[1,${record},2]}}`, /^a record of more than 8388608 bytes begins at byte 11$/],
    [`{"a":${record}, "b":{"c":[1]}}`, /^data outside records of more than 8388608 bytes begins at byte 0$/],
    [`{"b":{"c":[1]},"a":${record}}`, /^data outside records of more than 8388608 bytes begins at byte \d+$/],
  ] as const) {
    await t.throwsAsync(parsed(text), {instanceOf: SyntaxError, message});
  }
  const inList = Buffer.from(`{"a":{"b":[${filling},${filling},"*"]}}`);
  inList[inList.indexOf('*')] = 255;
  for (const bytes of [Buffer.from([34, 255, 34]), inList]) {
    await t.throwsAsync(parseLongJson(bytes), {instanceOf: SyntaxError, message: 'it is not UTF-8'});
  }
});
