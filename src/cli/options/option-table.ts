import type {Argv} from 'yargs';
import {type Option, UsageError} from '../../sandbox/options/values.js';
import {nearest} from '../../schema/nearest.js';

export type OptionTable = Readonly<Record<string, Option>>;

export type Values<T extends OptionTable> = {readonly [name in keyof T]: ReturnType<T[name]['read']>};

/** Options from one source: flags, environment or file. The first layer that has an option wins. */
export interface Layer {
  /** Values as they were typed. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Names an option in a usage error. */
  readonly source: (name: string) => string;
}

/** `--allow-host` is `CRM_SANDBOX_ALLOW_HOST` in the environment. */
const environmentName = (name: string) => `CRM_SANDBOX_${name.replaceAll('-', '_').toUpperCase()}`;

/** yargs gets every option but flags as text: a number that yargs parses itself becomes NaN without an error. */
export function addOptions<T>(yargs: Argv<T>, table: OptionTable): Argv<T> {
  for (const [name, {describe, fallback, positional, read, short}] of Object.entries(table)) {
    const told = fallback === undefined ? describe : `${describe} [default: ${fallback}]`;
    if (positional) {
      yargs.positional(name, {type: 'string', describe: told});
    } else {
      yargs.option(
        name,
        isFlag(read)
          ? {type: 'boolean', describe: told, ...(short && {alias: short})}
          : {type: 'string', requiresArg: true, describe: told, ...(short && {alias: short})},
      );
    }
  }
  return yargs;
}

const isFlag = (read: Option['read']) => 'typeName' in read && read.typeName === 'boolean';

/** Lets options be set in the environment too, except those that say otherwise. */
export const withVariables = <T extends OptionTable>(options: T): T =>
  Object.fromEntries(Object.entries(options).map(([name, option]) => [name, {variable: true, ...option}])) as T;

export const environmentNames = (table: OptionTable): string[] =>
  Object.keys(table)
    .filter(name => table[name]!.variable)
    .map(environmentName);

function sourceIn(table: OptionTable) {
  return (name: string): string => {
    const {positional, variable} = table[name] ?? {};
    return positional ? `<${name}>` : `--${name}${variable ? ` (or ${environmentName(name)})` : ''}`;
  };
}

export function fromCommandLine(table: OptionTable, parsed: Readonly<Record<string, unknown>>): Layer {
  const said = Object.keys(table).filter(name => parsed[name] !== undefined);
  return {values: Object.fromEntries(said.map(name => [name, parsed[name]])), source: sourceIn(table)};
}

/** Ignores empty variables. */
export function fromEnvironment(table: OptionTable, environment: NodeJS.ProcessEnv): Layer {
  const said = Object.keys(table).filter(name => table[name]!.variable && environment[environmentName(name)]);
  return {
    values: Object.fromEntries(said.map(name => [name, environment[environmentName(name)]])),
    source: sourceIn(table),
  };
}

export const without = ({values, source}: Layer, names: readonly string[]): Layer => ({
  values: Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name))),
  source,
});

/**
 * Lets one layer use one of several options that exclude each other, and drops all of them from the layers below.
 * @throws UsageError if one layer uses two
 */
export function inOneWay(layers: readonly Layer[], ways: readonly string[]): Layer[] {
  let isSaid = false;
  return layers.map(layer => {
    if (isSaid) {
      return without(layer, ways);
    }
    const said = ways.filter(way => way in layer.values);
    if (said.length > 1) {
      throw new UsageError(`${said.map(layer.source).join(' and ')} are mutually exclusive: give one of them`);
    }
    isSaid = said.length > 0;
    return layer;
  });
}

/** Reads each option from the first layer that has it. @throws UsageError for a value that the option cannot have */
export function readOptions<T extends OptionTable>(table: T, layers: readonly Layer[]): Values<T> {
  const values = Object.entries(table).map(([name, {read}]) => {
    const layer = layers.find(({values}) => name in values);
    return [name, read(layer?.values[name], layer?.source(name) ?? name)];
  });
  return Object.fromEntries(values) as Values<T>;
}

type Said<T> = {[name in keyof T]?: Exclude<T[name], undefined>};

/** Removes undefined values. */
export const said = <T extends object>(values: T): Said<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Said<T>;

const prefix = 'CRM_SANDBOX_';

/** Variables of clients, and those that `exec` sets for the preload of Node processes. A sandbox ignores them. */
const variablesOfClients = ['URL', 'KEY', 'FOLDER', 'INTERCEPT'].map(name => `${prefix}${name}`);

/**
 * Rejects unknown variables, as the file of options rejects unknown names: a typo must not be ignored.
 * @throws UsageError
 */
export function checkEnvironment(tables: readonly OptionTable[], environment: NodeJS.ProcessEnv): void {
  const known = new Set([...tables.flatMap(environmentNames), ...variablesOfClients]);
  const unknown = Object.keys(environment).find(
    name => name.startsWith(prefix) && environment[name] && !known.has(name),
  );
  if (unknown !== undefined) {
    const near = nearest(
      unknown.slice(prefix.length),
      Array.from(known, name => name.slice(prefix.length)),
    );
    const hint =
      near === undefined ? 'crm-sandbox start --help names those there are' : `did you mean ${prefix}${near}?`;
    throw new UsageError(`${unknown} in the environment is not an option; ${hint}`);
  }
}
