import type {FaultRule} from '../../faults/rules/rule-schema.js';
import type {OptionType, SandboxOption} from '../../sandbox/options/option.js';
import {sandboxOptions} from '../../sandbox/options/table.js';
import {choices} from './choices.js';
import {faults, scenarios} from './faults.js';
import type {Option} from './option-table.js';
import {choice, conflicting, flag, integerBetween, once, path, type Read, words} from './values.js';

type ValueOf<T extends OptionType> = T extends {readonly kind: 'flag'}
  ? boolean
  : T extends {readonly kind: 'integer'}
    ? number | undefined
    : T extends {readonly kind: 'choice'; readonly values: ReadonlyArray<infer Value>}
      ? Value | undefined
      : T extends {readonly kind: 'list' | 'scenarios'}
        ? string[]
        : T extends {readonly kind: 'faults'}
          ? Array<string | FaultRule>
          : T extends {readonly kind: 'choices'}
            ? Readonly<Record<string, string>>
            : string | undefined;

function readerOf(type: OptionType): Read<unknown> {
  switch (type.kind) {
    case 'flag':
      return flag(type.isUsual);
    case 'integer':
      return integerBetween(type.least, type.most);
    case 'choice':
      return choice(type.values);
    case 'file':
      return path;
    case 'text':
      return once(value => (type.fits(value) ? value : undefined), type.wanted);
    case 'list':
      return conflicting(words(type.wanted, type.fits), type.conflict);
    case 'choices':
      return choices(type.offered, type.words);
    case 'faults':
      return faults;
    case 'scenarios':
      return scenarios;
  }
}

type Flags<T extends Readonly<Record<string, SandboxOption>>> = {
  readonly [name in keyof T]: Option<ValueOf<T[name]['type']>>;
};

function flagsOf<T extends Readonly<Record<string, SandboxOption>>>(options: T): Flags<T> {
  const flags = Object.entries(options).map(([name, {type, library: _, more: __, ...option}]) => [
    name,
    {...option, read: readerOf(type), ...(type.kind === 'flag' && {isBoolean: true})},
  ]);
  return Object.fromEntries(flags) as Flags<T>;
}

/** The options that `start` and `exec` share, as flags. */
export const sandboxFlags = flagsOf(sandboxOptions);
