import {type LevelOptions, levelWords, presets} from '../../findings/levels.js';
import {ruleIds} from '../../findings/rule-ids.js';
import {choices} from './choices.js';
import {suppressionsFileName} from './suppressions-file.js';
import {path} from './values.js';

/** What to tell of mistakes that clients make. */
export const findingOptions = {
  findings: {
    describe:
      'How bad mistakes of the client are: recommended, strict (each a level worse) or off, and rule=off|info|warn|error beside it; may be repeated; replies never change',
    read: choices(
      {preset: {values: presets}, ...Object.fromEntries(ruleIds.map(id => [id, {values: levelWords}]))},
      Object.fromEntries(presets.map(preset => [preset, {preset}])),
    ),
    fallback: 'recommended',
  },
  suppressions: {
    describe: `A file of findings to live with, and why [default: ${suppressionsFileName}, if there is one]`,
    read: path,
  },
} as const;

/** `{preset: 'strict', 'put-used': 'off'}` as `startSandbox` takes it. */
export const levelOptions = ({preset, ...rules}: Readonly<Record<string, string>>) =>
  ({...(preset !== undefined && {preset}), rules}) as LevelOptions;
