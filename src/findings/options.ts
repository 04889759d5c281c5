import * as z from 'zod';
import {must, quote} from '../schema/fields.js';
import {nearest} from '../schema/nearest.js';
import type {Level} from './finding.js';
import type {FindingRule} from './rule.js';
import {ruleIds} from './rule-ids.js';

export type LevelOrOff = Level | 'off';

export const levelWords = ['off', 'info', 'warn', 'error'] as const;

/** As each rule has it, one worse, or none. */
export const presets = ['recommended', 'strict', 'off'] as const;

type Preset = (typeof presets)[number];

export interface LevelOptions {
  /** Default: recommended */
  readonly preset?: Preset;
  readonly rules?: Readonly<Record<string, LevelOrOff>>;
}

const worse = {info: 'warn', warn: 'error', error: 'error'} as const;

/** @returns the level of a finding; one that is set for a rule applies to all its findings */
export function levelsOf({preset = 'recommended', rules = {}}: LevelOptions) {
  return ({id, level}: Pick<FindingRule, 'id' | 'level'>, own: Level = level): LevelOrOff =>
    rules[id] ?? (preset === 'off' ? 'off' : preset === 'strict' ? worse[own] : own);
}

const known: readonly string[] = ruleIds;

const unknownRule = (name: string): string => {
  const near = nearest(name, known);
  return `there is no rule ${quote(name)}${near === undefined ? '' : `; did you mean ${near}?`}`;
};

const ruleName = z
  .string(must('the id of a rule'))
  .refine(name => known.includes(name), {error: ({input}) => unknownRule(String(input))});

const level = z.enum(levelWords, must(`one of ${levelWords.join(', ')}`));

export const findingsForm = z
  .strictObject({
    preset: z.enum(presets, must(`one of ${presets.join(', ')}`)).optional(),
    rules: z.partialRecord(ruleName, level).optional(),
  })
  .strict();

const day = must('a day, YYYY-MM-DD');

const suppression = z.strictObject({
  rule: ruleName,
  operation: z.string(must('the name of an operation')).optional(),
  pointer: z.string(must('where the finding is')).optional(),
  reason: z.string(must('a sentence that says why')).regex(/\S/, must('a sentence that says why')),
  until: z.iso.date(day).optional(),
});

export const suppressionsForm = z.array(suppression, must('a list of suppressions')).max(1000);
