import fc from 'fast-check';
import type {Operation, Parameter, SearchTerm} from './contract.js';
import type {KnownRecords} from './known-records.js';
import {anyText} from './texts.js';

/** Short enough for a URL, and without characters that end a term. */
const text = anyText.filter(text => text.length <= 40 && text.trim() !== '' && !/[;\0]/.test(text));

const day = fc
  .date({min: new Date('1990-01-01'), max: new Date('2030-12-31'), noInvalidDate: true})
  .map(date => date.toISOString().slice(0, 10));

const time = fc.date({min: new Date('2020-01-01'), max: new Date('2026-06-30'), noInvalidDate: true});
const moment = fc.oneof(
  day,
  time.map(date => date.toISOString().replace(/\.\d+/, '')),
);

const number = fc.oneof(fc.integer({min: -1000, max: 100_000}).map(String), fc.constantFrom('0.5', '-12.25', '100'));

const joined = (...parts: ReadonlyArray<fc.Arbitrary<string>>) => fc.tuple(...parts).map(parts => parts.join('|'));

const some = (item: fc.Arbitrary<string>, minLength = 1) =>
  fc.array(item, {minLength, maxLength: 4}).map(items => items.join(','));

const oneOf = (list: string) => fc.constantFrom(...list.split(', '));

/** A pattern for the description of a term, and a generator for its values. */
type Form = readonly [words: RegExp, make: (found: RegExpExecArray, parts: Parts) => fc.Arbitrary<string>];

/** Generators for the parts of values. */
interface Parts {
  readonly id: fc.Arbitrary<string>;
  /** The key of an attribute. */
  readonly key: fc.Arbitrary<string>;
}

const comparison = (operators: string) =>
  fc.oneof(joined(oneOf(operators), number), joined(fc.constant('btw'), number, number));

const yearOrDay = fc.oneof(fc.integer({min: 1900, max: 2100}).map(String), day);

const forms: readonly Form[] = [
  [/^text that is not blank$/, () => text],
  [/^comma-separated texts, none of them blank$/, () => some(text.filter(text => !text.includes(',')))],
  [/^an id$/, (_, {id}) => id],
  [/^comma-separated ids$/, (_, {id}) => some(id)],
  [/^0 or 1$/, () => fc.constantFrom('0', '1')],
  [/^a date, YYYY-MM-DD$/, () => day],
  [/^a moment, YYYY-MM-DDTHH:MM:SSZ, or a date, YYYY-MM-DD$/, () => moment],
  [/^in\|ids or ni\|ids, the ids separated by commas$/, (_, {id}) => joined(fc.constantFrom('in', 'ni'), some(id))],
  [
    /^in\|ids or ni\|ids, the ids separated by commas, or bl$/,
    (_, {id}) => fc.oneof(joined(fc.constantFrom('in', 'ni'), some(id)), fc.constant('bl')),
  ],
  [
    /^key\|op\|value with op one of ([\w, ]+), no part blank/,
    ([, operators], {key}) =>
      joined(
        key,
        oneOf(operators!),
        text.filter(text => !text.includes('|')),
      ),
  ],
  [
    /^ids\|year or ids\|year to year, the ids separated by commas, years also as dates$/,
    (_, {id}) =>
      joined(
        some(id),
        fc.oneof(
          yearOrDay,
          fc.tuple(yearOrDay, yearOrDay).map(ends => ends.join(' to ')),
        ),
      ),
  ],
  [/^key\|YYYY-MM-DD$/, (_, {key}) => joined(key, day)],
  [/^op\|number with op one of ([\w, ]+), or btw\|number\|number$/, ([, operators]) => comparison(operators!)],
  [
    /^key\|op\|number with op one of ([\w, ]+), or key\|btw\|number\|number$/,
    ([, operators], {key}) => joined(key, comparison(operators!)),
  ],
];

const anyKey = fc.stringMatching(/^[a-z_]{1,9}$/);

/** @throws Error if the description of the term is unknown */
function valuesOf({name, value, example}: SearchTerm, id: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const [shown = ''] = example.slice(name.length + 1).split('|');
  const key = fc.oneof(fc.constant(shown), anyKey);
  for (const [words, make] of forms) {
    const found = words.exec(value);
    if (found !== null) {
      return make(found, {id, key});
    }
  }
  throw new Error(`the fuzz does not know how to write ${value}, which the term ${name} takes`);
}

/** Returns the terms of a parameter, or of the parameter that its description refers to with "the same as". */
export function termsOf(parameter: Parameter, {parameters}: Operation): readonly SearchTerm[] {
  const [, same] = /^The same as `(.+)`/.exec(parameter.description) ?? [];
  return parameters.find(({name}) => name === same)?.terms ?? parameter.terms;
}

/** Generates values of one `q[]`: terms joined by `;`. */
export function writtenTerms(terms: readonly SearchTerm[], known: KnownRecords): fc.Arbitrary<string> {
  const id = fc.oneof(fc.constantFrom(...known.allIds, 1, 7), fc.integer({min: 1})).map(String);
  const each = terms.map(term =>
    fc.oneof(
      {weight: 1, arbitrary: fc.constant(term.example)},
      {weight: 3, arbitrary: valuesOf(term, id).map(value => `${term.name}=${value}`)},
    ),
  );
  return fc.array(fc.oneof(...each), {minLength: 1, maxLength: 3}).map(terms => terms.join(';'));
}
