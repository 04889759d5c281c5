import type {LevelOptions} from '../../findings/levels.js';
import {libraryOptions, sandboxOptions} from '../../sandbox/options/table.js';
import type {StartOptions} from '../../sandbox/start-options.js';
import {interceptionOf, keyOptions} from '../exec/intercept-options.js';
import {lostAnswerOptions} from '../exec/lost-answers-options.js';
import {reportOptions} from '../reports/options.js';
import {checkEnvironment, clientTable} from './check-environment.js';
import {configFileName, fromConfigFile} from './config-file.js';
import {scenariosOf} from './faults.js';
import {
  fromCommandLine,
  fromEnvironment,
  inOneWay,
  type Layer,
  type OptionTable,
  readOptions,
  said,
  type Values,
  without,
} from './option-table.js';
import {sandboxFlags} from './sandbox-options.js';
import {readSuppressions} from './suppressions-file.js';
import {traceOptions} from './trace-options.js';
import {flag, path, UsageError} from './values.js';

export const {fallback: defaultPort} = sandboxOptions.port;
export const {fallback: defaultHost} = sandboxOptions.host;

const configOption = {
  config: {describe: `A file of options [default: ${configFileName}, if there is one]`, read: path},
} as const;

const quietOption = {quiet: {describe: 'Log nothing but errors', isBoolean: true, read: flag(), short: 'q'}} as const;

const runOptions = {
  log: {describe: 'A file that the log is added to, instead of stderr', read: path},
  'port-file': {describe: 'A file that holds the port while it listens', read: path},
} as const;

const logOption = {
  'log-requests': {describe: "Log the sandbox's requests on stderr", isBoolean: true, read: flag()},
} as const;

export const startTable = {
  ...sandboxFlags,
  ...quietOption,
  ...runOptions,
  detach: {describe: 'Start it in the background, and end once it is ready', isBoolean: true, read: flag()},
  ...configOption,
} as const;

export const execTable = {
  ...sandboxFlags,
  port: {...sandboxFlags.port, only: 'flag', describe: 'Port to listen on', fallback: 'a free one'},
  json: {describe: 'Log in JSON lines', isBoolean: true, read: flag()},
  ...logOption,
  ...traceOptions,
  ...lostAnswerOptions,
  ...keyOptions,
  ...reportOptions,
  ...configOption,
} as const;

/** Says in the file of options which command reads these options. */
const forFile = <T extends OptionTable>(command: string, table: T): T =>
  Object.fromEntries(
    Object.entries(table).map(([name, option]) => [name, {...option, describe: `${command}: ${option.describe}`}]),
  ) as T;

/** The options that a file can hold. */
export const fileTable = {
  ...sandboxFlags,
  ...forFile('start', {...quietOption, ...runOptions}),
  ...forFile('exec', {...logOption, ...traceOptions, ...lostAnswerOptions, ...keyOptions, ...reportOptions}),
} as const;

/** Options that say where the data come from; they exclude each other. */
const origins = ['profile', 'constituents', 'from'];

type Parsed = Readonly<Record<string, unknown>>;

/** Returns the layers below the command line. */
function below(config: string | undefined, table: typeof startTable | typeof execTable): Layer[] {
  checkEnvironment([startTable, execTable, clientTable], process.env);
  return [fromEnvironment(table, process.env), fromConfigFile(config, fileTable)];
}

/** @throws UsageError if an option is missing that another one needs */
function checked<T extends Values<typeof sandboxFlags>>(options: T): T {
  if (options['allow-host'].includes('*') && !options.expose) {
    throw new UsageError(
      '--allow-host * lets any page on the web reach the sandbox through a name of its own; name the hosts, or give --expose as well',
    );
  }
  if (options.recover && options.data === undefined) {
    throw new UsageError('--recover goes with --data, which names the file to recover');
  }
  if (!options.admin && options['admin-key'] !== undefined) {
    throw new UsageError(
      '--no-admin and --admin-key (or CRM_SANDBOX_ADMIN_KEY) are mutually exclusive: the key protects /_sandbox',
    );
  }
  return options;
}

export function readStartOptions(parsed: Parsed): Values<typeof startTable> {
  const flags = fromCommandLine(startTable, parsed);
  const {config} = readOptions(configOption, [flags, fromEnvironment(configOption, process.env)]);
  return checked(readOptions(startTable, inOneWay([flags, ...below(config, startTable)], origins)));
}

/** `exec` ignores a port that the environment or the file sets for `start`: both may run at the same time. */
export function readExecOptions(parsed: Parsed): Values<typeof execTable> {
  const flags = fromCommandLine(execTable, parsed);
  const {config} = readOptions(configOption, [flags, fromEnvironment(configOption, process.env)]);
  const others = below(config, execTable).map(layer => without(layer, ['port']));
  return checked(readOptions(execTable, inOneWay([flags, ...others], origins)));
}

/** Reads the options of `start` without a command line. */
export const whatStartWouldUse = () => readStartOptions({});

/** Returns the options for the data that `start` would make here: a reset of a data file's account restores them. */
export function whatStartWouldMake(): StartOptions {
  const {seed, 'seed-until': seedUntil, profile, constituents, from} = whatStartWouldUse();
  return said({seed, seedUntil, profile, constituents, from});
}

/** Rearranges `{preset: 'strict', 'put-used': 'off'}` for `startSandbox`. */
export const levelOptions = ({preset, ...rules}: Readonly<Record<string, string>>) =>
  ({...(preset !== undefined && {preset}), rules}) as LevelOptions;

/** Returns the options for `startSandbox`, without the port: its default differs between commands. */
export function sandboxOf(values: Values<typeof sandboxFlags>): StartOptions {
  const flags: Readonly<Record<string, unknown>> = values;
  const plain = libraryOptions.filter(({flag}) => flag !== 'port').map(({flag, name}) => [name, flags[flag]]);
  const named = scenariosOf(values.scenario);
  const options = {
    ...Object.fromEntries(plain),
    findings: levelOptions(values.findings),
    suppressions: readSuppressions(values.suppressions),
    faults: [...values.fault, ...named.rules],
    scenario: named.names,
    intercept: interceptionOf(values),
  };
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
