import * as z from 'zod';
import {limits} from '../../limits.js';
import {body, expected} from '../../schema/fields.js';

const numberBetween = (least: number, most: number, unit = '') => {
  const wording = expected(`a number from ${least} to ${most}${unit}`);
  return z.number(wording).min(least, wording).max(most, wording);
};

const integerBetween = (least: number, most: number, unit = '') => {
  const wording = expected(`an integer from ${least} to ${most}${unit}`);
  return z.int(wording).min(least, wording).max(most, wording);
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

/** An object with two numbers, of which the first is not the larger one. */
const ascending = (least: string, most: string, number: z.ZodNumber) =>
  body({[least]: number, [most]: number}).refine(value => value[least]! <= value[most]!, {
    error: ({input}) => {
      const {[least]: from, [most]: to} = input as Readonly<Record<string, number>>;
      return `${least} must be ${most} or less, got ${from} and ${to}`;
    },
  });

/** The schemas from which a kind of fault builds that of its fields. */
export const ruleFields = {
  body,
  choice,
  ascending,
  numberBetween,
  integerBetween,
  on: z.literal(true, expected('true')),
  flag: z.boolean(expected('true or false')),
  milliseconds: numberBetween(0, limits.faultDelay, ' milliseconds'),
  positive: numberBetween(1, limits.faultDelay, ' milliseconds'),
};
