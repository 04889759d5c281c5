import type {Level} from './finding.js';
import type {FindingRule} from './rule.js';

export type LevelOrOff = Level | 'off';

/** What can be said of a rule. */
export const levelWords = ['off', 'info', 'warn', 'error'] as const;

/** What can be said of all: as each rule has it, one worse, or none. */
export const presets = ['recommended', 'strict', 'off'] as const;

type Preset = (typeof presets)[number];

/** How bad mistakes are taken to be. */
export interface LevelOptions {
  /** Default: recommended */
  readonly preset?: Preset;
  /** By the id of a rule. */
  readonly rules?: Readonly<Record<string, LevelOrOff>>;
}

const worse = {info: 'warn', warn: 'error', error: 'error'} as const;

/** @returns the level of what a rule finds; one that was said for the rule holds for all that it finds */
export function levelsOf({preset = 'recommended', rules = {}}: LevelOptions) {
  return ({id, level}: Pick<FindingRule, 'id' | 'level'>, own: Level = level): LevelOrOff =>
    rules[id] ?? (preset === 'off' ? 'off' : preset === 'strict' ? worse[own] : own);
}
