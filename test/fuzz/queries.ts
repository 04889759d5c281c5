import fc from 'fast-check';
import type {Operation, Parameter} from './contract.js';
import type {KnownRecords} from './known-records.js';
import {kindOfField} from './picks.js';
import {arbitraryOf} from './schema-arbitrary.js';
import {termsOf, writtenTerms} from './search-terms.js';
import {anyText} from './texts.js';

/** One parameter and its value, not yet encoded. */
export type Pair = readonly [name: string, value: string];

/** The encoding of a query: all reserved characters, spaces as `+`, or as few characters as possible. */
export type Spelling = 'percent' | 'plus' | 'plain';

export const spellings = fc.constantFrom<Spelling>('percent', 'plus', 'plain');

/** Characters that must be encoded in a query. */
const unsafe = /[^!"$'()*,\-./0-9:;<=>?@A-Z[\\\]^_`a-z{|}~]/gu;

/** Replaces lone surrogates, which cannot be sent in a query. */
const wellFormed = (text: string) => Buffer.from(text, 'utf8').toString('utf8');

const encoders: Readonly<Record<Spelling, (text: string) => string>> = {
  percent: encodeURIComponent,
  plus: text => encodeURIComponent(text).replaceAll('%20', '+'),
  plain: text => text.replaceAll(unsafe, encodeURIComponent),
};

export function writeQuery(pairs: readonly Pair[], spelling: Spelling): string {
  const encode = (text: string) => encoders[spelling](wellFormed(text));
  const written = pairs.map(([name, value]) => `${encode(name).replaceAll('=', '%3D')}=${encode(value)}`);
  return written.length === 0 ? '' : `?${written.join('&')}`;
}

export const queryParameters = ({parameters}: Operation): Parameter[] =>
  parameters.filter(({in: place}) => place === 'query');

/** Unknown parameters, which are ignored. */
const strangers = fc.oneof(
  {weight: 6, arbitrary: fc.constant<Pair[]>([])},
  {
    weight: 1,
    arbitrary: fc.array(
      fc.tuple(
        fc.oneof(
          fc.constantFrom('page', 'email', '__proto__', 'constructor', 'q[0]', 'limit[]'),
          fc.stringMatching(/^x[a-z ]{0,6}$/),
        ),
        anyText.filter(({length}) => length <= 40),
      ),
      {maxLength: 2},
    ),
  },
);

function pairsOf(parameter: Parameter, operation: Operation, known: KnownRecords): fc.Arbitrary<Pair[]> {
  const {name, schema, explode} = parameter;
  const terms = termsOf(parameter, operation);
  if (terms.length > 0) {
    return fc
      .array(writtenTerms(terms, known), {minLength: 1, maxLength: 3})
      .map(values => values.map(value => [name, value] as const));
  }
  const place = `${operation.id} ?${name}`;
  if (schema['type'] === 'array') {
    const items = fc.array(arbitraryOf(schema['items'] as Parameter['schema'], place), {minLength: 1, maxLength: 4});
    return explode
      ? items.map(values => values.map(value => [name, String(value)] as const))
      : fc.tuple(items, fc.constantFrom(',', ', ')).map(([values, comma]) => [[name, values.join(comma)] as const]);
  }
  const any = arbitraryOf(schema, place);
  const ids = known.ids(kindOfField(name, '', known) ?? '');
  const value = name.endsWith('_id') && ids.length > 0 ? fc.oneof(fc.constantFrom(...ids), any) : any;
  return value.map(value => [[name, String(value)] as const]);
}

/** Generates valid queries for an operation. */
export function queriesOf(operation: Operation, known: KnownRecords): fc.Arbitrary<readonly Pair[]> {
  const parts = queryParameters(operation).map(parameter =>
    fc.oneof({withCrossShrink: true}, fc.constant<Pair[]>([]), pairsOf(parameter, operation, known)),
  );
  return fc.tuple(fc.tuple(...parts), strangers).map(([parts, more]) => [...parts.flat(), ...more]);
}
