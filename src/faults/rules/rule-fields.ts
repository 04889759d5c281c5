import * as z from 'zod';
import {limits} from '../../limits.js';
import {body, expected} from '../../schema/fields.js';

const numberBetween = (min: number, max: number, unit = '') => {
  const wording = expected(`a number from ${min} to ${max}${unit}`);
  return z.number(wording).min(min, wording).max(max, wording);
};

const integerBetween = (min: number, max: number, unit = '') => {
  const wording = expected(`an integer from ${min} to ${max}${unit}`);
  return z.int(wording).min(min, wording).max(max, wording);
};

/** An object with exactly one of several parts. Unknown fields are reported elsewhere. */
const choice = (parts: Readonly<Record<string, z.ZodType>>) =>
  z
    .looseObject(
      Object.fromEntries(Object.entries(parts).map(([name, schema]) => [name, schema.optional()])),
      expected('an object'),
    )
    .refine(
      value => {
        const names = Object.keys(value);
        return names.length > 0 && names.filter(name => name in parts).length <= 1;
      },
      {error: `must hold one of ${Object.keys(parts).join(', ')}`},
    );

/** An object with two numbers in ascending order. */
const ascending = (lower: string, upper: string, number: z.ZodNumber) =>
  body({[lower]: number, [upper]: number}).refine(value => value[lower]! <= value[upper]!, {
    error: ({input}) => {
      const {[lower]: from, [upper]: to} = input as Readonly<Record<string, number>>;
      return `${lower} must be ${upper} or less, got ${from} and ${to}`;
    },
  });

const bounded = (value: unknown): boolean => Buffer.byteLength(JSON.stringify(value)) <= limits.override;

const sizeText = {error: `must take ${limits.override} bytes at most as JSON`};

/** Headers that frame the response or that the sandbox itself sets. */
const reserved = /^(?:connection|content-length|transfer-encoding|upgrade|x-sandbox-.*)$/i;

const isHeader = ([name, value]: readonly [string, string | number]): boolean =>
  /^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name) && !reserved.test(name) && /^[\x20-\x7e]{0,1000}$/.test(String(value));

const reply = body({
  status: integerBetween(200, 599),
  headers: z
    .record(z.string(), z.union([z.string(), z.number()], expected('a string or a number')), expected('an object'))
    .refine(headers => Object.entries(headers).every(isHeader), {
      error:
        'must hold valid headers other than Connection, Content-Length, Transfer-Encoding, Upgrade and X-Sandbox-...',
    })
    .optional(),
  body: z.unknown().optional(),
}).refine(bounded, sizeText);

/** The schemas from which the kinds of fault build their fields. */
export const ruleFields = {
  body,
  choice,
  ascending,
  numberBetween,
  integerBetween,
  reply,
  patch: z.record(z.string(), z.unknown(), expected('an object')).refine(bounded, sizeText),
  on: z.literal(true, expected('true')),
  flag: z.boolean(expected('true or false')),
  milliseconds: numberBetween(0, limits.faultDelay, ' milliseconds'),
  positive: numberBetween(1, limits.faultDelay, ' milliseconds'),
};
