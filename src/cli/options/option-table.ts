import type {Argv} from 'yargs';
import {type Read, UsageError} from './values.js';

/** One option of a command. */
interface Option<T = unknown> {
  readonly describe: string;
  readonly read: Read<T>;
  /** One letter: `-p`. */
  readonly short?: string;
  /** A flag without a value. */
  readonly isBoolean?: true;
  /** Where alone it can stand; otherwise also in the environment. */
  readonly only?: 'flag' | 'positional';
  /** The same value with the files in it found from a folder: that of the file of options that names them. */
  readonly foundFrom?: (value: unknown, folder: string) => unknown;
  /** What holds where nobody says, for the help. */
  readonly fallback?: string | number | boolean;
}

export type OptionTable = Readonly<Record<string, Option>>;

export type Values<T extends OptionTable> = {readonly [name in keyof T]: ReturnType<T[name]['read']>};

/** One place that options are said in; a higher one wins. */
export interface Layer {
  /** As they were typed; what is not said is not there. */
  readonly values: Readonly<Record<string, unknown>>;
  /** How a refusal calls an option. */
  readonly source: (name: string) => string;
}

/** `--allow-host` is `CRM_SANDBOX_ALLOW_HOST` in the environment. */
const environmentName = (name: string) => `CRM_SANDBOX_${name.replaceAll('-', '_').toUpperCase()}`;

/** What is no flag is text to yargs, so that every value is checked here and nowhere guessed. */
export function addOptions<T>(yargs: Argv<T>, table: OptionTable): Argv<T> {
  for (const [name, {describe, fallback, isBoolean, only, short}] of Object.entries(table)) {
    const told = fallback === undefined ? describe : `${describe} [default: ${fallback}]`;
    if (only === 'positional') {
      yargs.positional(name, {type: 'string', describe: told});
    } else {
      yargs.option(
        name,
        isBoolean
          ? {type: 'boolean', describe: told, ...(short && {alias: short})}
          : {type: 'string', requiresArg: true, describe: told, ...(short && {alias: short})},
      );
    }
  }
  return yargs;
}

/** The variables that can printError something of these options. */
export const environmentNames = (table: OptionTable): string[] =>
  Object.keys(table)
    .filter(name => table[name]!.only === undefined)
    .map(environmentName);

function sourceIn(table: OptionTable) {
  return (name: string): string => {
    switch (table[name]?.only) {
      case 'positional':
        return `<${name}>`;
      case 'flag':
        return `--${name}`;
      default:
        return `--${name} (or ${environmentName(name)})`;
    }
  };
}

/** What the command line says. */
export function fromCommandLine(table: OptionTable, parsed: Readonly<Record<string, unknown>>): Layer {
  const said = Object.keys(table).filter(name => parsed[name] !== undefined);
  return {values: Object.fromEntries(said.map(name => [name, parsed[name]])), source: sourceIn(table)};
}

/** What the environment says; an empty variable says nothing. */
export function fromEnvironment(table: OptionTable, environment: NodeJS.ProcessEnv): Layer {
  const said = Object.keys(table).filter(name => table[name]!.only === undefined && environment[environmentName(name)]);
  return {
    values: Object.fromEntries(said.map(name => [name, environment[environmentName(name)]])),
    source: sourceIn(table),
  };
}

/** The same place without some of the options. */
export const without = ({values, source}: Layer, names: readonly string[]): Layer => ({
  values: Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name))),
  source,
});

/**
 * Lets each place use one of several ways to printError the same thing, which hides all ways of the places below.
 * @throws UsageError where one place uses two
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

/** Reads each option from the highest place that says it. @throws UsageError for a value that it can't have */
export function readOptions<T extends OptionTable>(table: T, layers: readonly Layer[]): Values<T> {
  const values = Object.entries(table).map(([name, {read}]) => {
    const layer = layers.find(({values}) => name in values);
    return [name, read(layer?.values[name], layer?.source(name) ?? name)];
  });
  return Object.fromEntries(values) as Values<T>;
}

type Said<T> = {[name in keyof T]?: Exclude<T[name], undefined>};

/** Without what nobody said. */
export const said = <T extends object>(values: T): Said<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Said<T>;
