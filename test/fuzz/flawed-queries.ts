import fc from 'fast-check';
import type {Operation, Parameter} from './contract.js';
import type {WeightedFlaw} from './flaws.js';
import {fits, type JsonSchema} from './json-schema.js';
import {queryParameters} from './queries.js';
import {termsOf} from './search-terms.js';

const texts = [
  '',
  ' ',
  'abc',
  '1.5',
  '-1',
  '0',
  '2',
  '1e3',
  '0x10',
  '+5',
  '١',
  'null',
  '9'.repeat(30),
  'name!!',
  'q[]',
];

/** Parses the text of a parameter. */
const parsed = ({type}: JsonSchema, text: string) => (type === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text);

/** Returns values that violate the schema of the parameter or its search terms. */
function wrongValues(parameter: Parameter, operation: Operation): string[] {
  const {schema} = parameter;
  const terms = termsOf(parameter, operation);
  if (terms.length > 0) {
    const good = terms[0]!.example;
    const blank = terms.map(({name}) => `${name}=`);
    // An id term with a text value returns no results instead of an error.
    const takesAny = /text|^an id$|^comma-separated ids$/;
    const wrong = terms.filter(({value}) => !takesAny.test(value)).map(({name}) => `${name}=%none of these|`);
    return [
      'smith',
      '',
      ';',
      'nonsense=1',
      '__proto__=1',
      'toString=',
      `${good};`,
      `${good};smith`,
      ...blank,
      ...wrong,
    ];
  }
  if (schema['type'] === 'array') {
    const items = schema['items'] as JsonSchema;
    const [right] = (items['enum'] ?? []) as string[];
    return right === undefined ? [] : ['nonsense', `${right},nonsense`, `${right},,${right}`, '__proto__'];
  }
  return texts.filter(text => !fits(schema, parsed(schema, text)));
}

/** Invalid parameters, and parameters that are sent twice although only one is allowed. */
export function queryFlaws(operation: Operation): WeightedFlaw[] {
  return queryParameters(operation).flatMap(parameter => {
    const {name, schema, explode} = parameter;
    const wrong = wrongValues(parameter, operation);
    const flaw = (values: fc.Arbitrary<readonly string[]>): WeightedFlaw => ({
      weight: 3,
      flaw: drafts =>
        fc.tuple(drafts, values).map(([draft, values]) => ({
          draft: {
            ...draft,
            query: [...draft.query.filter(([other]) => other !== name), ...values.map(value => [name, value] as const)],
          },
          status: 400,
        })),
    });
    const right = String(parameter.example ?? (schema['enum'] as unknown[])?.[0] ?? 1);
    return [
      ...(wrong.length > 0 ? [flaw(fc.constantFrom(...wrong).map(value => [value]))] : []),
      ...(schema['type'] === 'array' && explode ? [] : [flaw(fc.constant([right, right]))]),
    ];
  });
}
