import type {Argv} from 'yargs';
import type {Option} from '../../sandbox/options/option.js';
import {UsageError} from '../../sandbox/options/values.js';
import {nearest} from '../../schema/nearest.js';

export type OptionTable = Readonly<Record<string, Option>>;

export type Values<T extends OptionTable> = {readonly [name in keyof T]: ReturnType<T[name]['read']>};

/** Options of one source (flags, environment or file) as typed, each with its name for usage errors. */
export type Layer = Readonly<Record<string, {readonly value: unknown; readonly source: string}>>;

const prefix = 'CRM_SANDBOX_';

/** `--allow-host` is `CRM_SANDBOX_ALLOW_HOST` in the environment. */
const environmentName = (name: string) => `${prefix}${name.replaceAll('-', '_').toUpperCase()}`;

/** Sorts options by their groups, in the order of the first option of each. */
export function groupsOf(table: OptionTable) {
  const options = Object.entries(table);
  const names = [...new Set(options.map(([, {group = 'Options'}]) => group))];
  return names.map(name => ({name, options: options.filter(([, {group = 'Options'}]) => group === name)}));
}

/** `number`, or `host, repeatable` */
export const typesOf = ({label, isList}: Option['read']) => [label, ...(isList ? ['repeatable'] : [])];

/** `Port to listen on [number] [default: 4080]` */
function helpOf({describe, fallback, read}: Option): string {
  const facts = [...typesOf(read), ...(fallback === undefined ? [] : [`default: ${fallback}`])];
  return [describe, ...facts.map(fact => `[${fact}]`)].join(' ');
}

/** Declares all options except flags as text: a number that yargs parses itself becomes NaN without an error. */
export function addOptions<T>(yargs: Argv<T>, table: OptionTable): Argv<T> {
  for (const {name: group, options} of groupsOf(table)) {
    for (const [name, option] of options) {
      const {positional, short} = option;
      if (positional) {
        yargs.positional(name, {type: 'string', describe: helpOf(option)});
      } else {
        const kind = takesNoValue(option)
          ? ({type: 'boolean'} as const)
          : ({type: 'string', requiresArg: true} as const);
        yargs.option(name, {...kind, group: `${group}:`, describe: helpOf(option), ...(short && {alias: short})});
      }
    }
  }
  return yargs.group(['help', 'version'], 'General:');
}

export const takesNoValue = ({read}: Option) => read.label === 'boolean';

/** Allows options to be set in the environment as well, unless they specify otherwise. */
export const withVariables = <T extends OptionTable>(options: T): T =>
  Object.fromEntries(Object.entries(options).map(([name, option]) => [name, {variable: true, ...option}])) as T;

export const environmentNames = (table: OptionTable): string[] =>
  Object.keys(table)
    .filter(name => table[name]!.variable)
    .map(environmentName);

function layerOf(table: OptionTable, readValue: (name: string) => unknown): Layer {
  const layer = Object.entries(table).flatMap(([name, {positional, variable}]) => {
    const value = readValue(name);
    const source = positional ? `<${name}>` : `--${name}${variable ? ` (or ${environmentName(name)})` : ''}`;
    return value === undefined ? [] : [[name, {value, source}]];
  });
  return Object.fromEntries(layer);
}

export const fromCommandLine = (table: OptionTable, parsed: Readonly<Record<string, unknown>>): Layer =>
  layerOf(table, name => parsed[name]);

export const fromEnvironment = (table: OptionTable, environment: NodeJS.ProcessEnv): Layer =>
  layerOf(table, name => (table[name]!.variable && environment[environmentName(name)]) || undefined);

export const without = (layer: Layer, names: readonly string[]): Layer =>
  Object.fromEntries(Object.entries(layer).filter(([name]) => !names.includes(name)));

/**
 * Merges layers in order of precedence. Of mutually exclusive options, only those of the first layer that uses one
 * count.
 * @param exclusive groups of such options
 * @throws UsageError if that layer uses two
 */
export function mergeLayers(layers: readonly Layer[], exclusive: ReadonlyArray<readonly string[]>): Layer {
  let merged: Layer = {};
  for (const layer of layers) {
    const decided = exclusive.filter(group => group.some(name => name in merged));
    for (const group of exclusive.filter(group => !decided.includes(group))) {
      refuseSeveral(group.flatMap(name => layer[name]?.source ?? []));
    }
    merged = {...without(layer, decided.flat()), ...merged};
  }
  return merged;
}

function refuseSeveral(names: readonly string[]): void {
  if (names.length > 1) {
    throw new UsageError(`${names.join(' and ')} are mutually exclusive: give one of them`);
  }
}

/** @param options by the name for the error. @throws UsageError if more than one is set */
export const checkExclusive = (options: Readonly<Record<string, unknown>>): void =>
  refuseSeveral(Object.keys(options).filter(name => options[name] !== undefined && options[name] !== false));

export const readOptions = <T extends OptionTable>(table: T, layer: Layer): Values<T> =>
  Object.fromEntries(
    Object.entries(table).map(([name, {read}]) => [name, read(layer[name]?.value, layer[name]?.source ?? name)]),
  ) as Values<T>;

type Defined<T> = {[name in keyof T]?: Exclude<T[name], undefined>};

export const defined = <T extends object>(values: T): Defined<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>;

/** Variables for clients, and those that `exec` and `check` set for their command. A sandbox ignores them. */
const variablesOfClients = ['URL', 'KEY', 'FOLDER', 'INTERCEPT', 'CHECK_DIR'];

/** Options that moved from `exec` to `check`. */
const replacements: Readonly<Record<string, string>> = {
  'lost-answers': '',
  'lost-answers-file': ' --cases-file',
  'lost-answers-allow': ' --max-bad',
  jobs: ' --jobs',
  budget: ' --budget',
};

/** @returns the end of a usage error for an option that moved from `exec` to `check` */
export const replacementOf = (name: string): string | undefined =>
  Object.hasOwn(replacements, name) ? `it is now crm-sandbox check${replacements[name]}` : undefined;

/** @throws UsageError for an unknown variable: a typo must not be ignored */
export function checkEnvironment(tables: readonly OptionTable[], environment: NodeJS.ProcessEnv): void {
  const withoutPrefix = (name: string) => name.slice(prefix.length);
  const known = [...tables.flatMap(environmentNames).map(withoutPrefix), ...variablesOfClients];
  const set = Object.keys(environment).filter(name => name.startsWith(prefix) && environment[name]);
  const unknown = set.map(withoutPrefix).find(name => !known.includes(name));
  if (unknown !== undefined) {
    const near = nearest(unknown, known);
    const hint =
      replacementOf(unknown.toLowerCase().replaceAll('_', '-')) ??
      (near === undefined ? 'crm-sandbox start --help names those there are' : `did you mean ${prefix}${near}?`);
    throw new UsageError(`${prefix}${unknown} in the environment is not an option; ${hint}`);
  }
}
