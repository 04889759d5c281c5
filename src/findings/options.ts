import * as z from 'zod';
import {must, quote} from '../schema/fields.js';
import {nearest} from '../schema/nearest.js';
import {levelWords, presets} from './levels.js';
import {ruleIds} from './rule-ids.js';

const known: readonly string[] = ruleIds;

const unknownRule = (name: string): string => {
  const near = nearest(name, known);
  return `there is no rule ${quote(name)}; ${near === undefined ? 'crm-sandbox explain lists them' : `did you mean ${near}?`}`;
};

const ruleName = z
  .string(must('the id of a rule'))
  .refine(name => known.includes(name), {error: ({input}) => unknownRule(String(input))});

const level = z.enum(levelWords, must(`one of ${levelWords.join(', ')}`));

export const findingsForm = z.strictObject({
  preset: z.enum(presets, must(`one of ${presets.join(', ')}`)).optional(),
  rules: z.partialRecord(ruleName, level).optional(),
});

const day = must('a day, YYYY-MM-DD');

const suppression = z.strictObject({
  rule: ruleName,
  operation: z.string(must('the name of an operation')).optional(),
  pointer: z.string(must('where the finding is')).optional(),
  caller: z.string(must('a place in the client, such as src/sync.ts:42')).optional(),
  reason: z.string(must('a sentence that says why')).regex(/\S/, must('a sentence that says why')),
  until: z.iso.date(day).optional(),
});

export const suppressionsForm = z.array(suppression, must('a list of suppressions')).max(1000);
