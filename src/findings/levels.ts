import type {RuleId} from '../schema/catalog-names.js';
import type {Level} from './finding.js';
import type {FindingRule} from './rule.js';

export type LevelOrOff = Level | 'off';

export const levelWords = ['off', 'info', 'warn', 'error'] as const;

/** `recommended` keeps each rule's level, `strict` raises it by one, and `off` disables all rules. */
export const presets = ['recommended', 'strict', 'off'] as const;

export interface LevelOptions {
  /** Default: recommended */
  readonly preset?: (typeof presets)[number];
  readonly rules?: Readonly<Partial<Record<RuleId, LevelOrOff>>>;
}

const worse = {info: 'warn', warn: 'error', error: 'error'} as const;

/** @returns the level of a finding; a configured level applies to all findings of a rule */
export function levelsOf({preset = 'recommended', rules = {}}: LevelOptions) {
  return ({id, level}: Pick<FindingRule, 'id' | 'level'>, own: Level = level): LevelOrOff =>
    rules[id] ?? (preset === 'off' ? 'off' : preset === 'strict' ? worse[own] : own);
}
