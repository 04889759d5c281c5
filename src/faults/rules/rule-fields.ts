import * as z from 'zod';
import {limits} from '../../limits.js';
import {body, quote} from '../../schema/fields.js';

export type FieldSchema = z.ZodType;

export const must = (what: string) => ({
  error: (issue: {input?: unknown}) =>
    issue.input === undefined ? 'is required' : `must be ${what}, got ${quote(issue.input)}`,
});

const numberBetween = (least: number, most: number, unit = '') => {
  const wording = must(`a number from ${least} to ${most}${unit}`);
  return z.number(wording).min(least, wording).max(most, wording);
};

const integerBetween = (least: number, most: number, unit = '') => {
  const wording = must(`an integer from ${least} to ${most}${unit}`);
  return z.int(wording).min(least, wording).max(most, wording);
};

export const ruleFields = {
  body,
  numberBetween,
  integerBetween,
  on: z.literal(true, must('true')),
  flag: z.boolean(must('true or false')),
  milliseconds: numberBetween(0, limits.faultDelay, ' milliseconds'),
  positive: numberBetween(1, limits.faultDelay, ' milliseconds'),
};
