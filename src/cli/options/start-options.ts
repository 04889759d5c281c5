import {existsSync} from 'node:fs';
import type {LevelOptions} from '../../findings/levels.js';
import type {InterceptOptions} from '../../intercept/interception.js';
import {scenariosOf} from '../../sandbox/options/faults.js';
import {type GroupedOptions, inGroup} from '../../sandbox/options/option.js';
import {libraryOptions, sandboxOptions} from '../../sandbox/options/table.js';
import {
  choice,
  flag,
  integerBetween,
  path,
  sentence,
  timeSpan,
  UsageError,
  word,
  words,
} from '../../sandbox/options/values.js';
import type {StartOptions} from '../../sandbox/start-options.js';
import {reportOptions} from '../reports/options.js';
import {checkCommand, checkStart} from './combinations.js';
import {configFileName, fromConfigFile} from './config-file.js';
import {casesFileName, readSuppressions} from './entries-file.js';
import {
  checkEnvironment,
  defined,
  fromCommandLine,
  fromEnvironment,
  mergeLayers,
  type OptionTable,
  readOptions,
  type Values,
  without,
  withVariables,
} from './option-table.js';

const overridesFile = 'crm-sandbox.overrides.json';

const usualTraceFile = 'crm-sandbox.trace.gz';

const traceOptions = inGroup('Reports', {
  trace: {
    describe: 'Write a trace of the run; retain-on-failure keeps it only if the command fails',
    read: choice(['on', 'retain-on-failure', 'off']),
    fallback: 'off, or on with --trace-file',
  },
  'trace-file': {describe: 'File for the trace', read: path, fallback: usualTraceFile},
});

export function traceFileOf({trace, 'trace-file': file}: Values<typeof traceOptions>): string | undefined {
  const isOn = trace === undefined ? file !== undefined : trace !== 'off';
  return isOn ? (file ?? usualTraceFile) : undefined;
}

type SandboxValues = Values<typeof sandboxOptions>;

/** @throws UsageError if a flag requires another one that is missing, or if two exclude each other */
function interceptionOf({intercept: hosts, allow, isolate}: SandboxValues): InterceptOptions | undefined {
  if (hosts.length === 0) {
    const alone = isolate ? '--isolate' : allow.length > 0 ? '--allow' : undefined;
    if (alone !== undefined) {
      throw new UsageError(`${alone} goes with --intercept, which names the hosts that the sandbox answers for`);
    }
    return undefined;
  }
  return {hosts, allow, isolate, environment: process.env};
}

export const {fallback: defaultPort} = sandboxOptions.port;
export const {fallback: defaultHost} = sandboxOptions.host;

const configOption = withVariables(
  inGroup('General', {
    config: {describe: 'File of options', read: path, fallback: `${configFileName}, if it exists`},
  }),
);

const startOptions = inGroup('Output', {
  quiet: {describe: 'Log only errors', read: flag(), short: 'q'},
  log: {describe: 'File to append the log to, instead of stderr', read: path},
  'port-file': {describe: 'File that holds the port while the sandbox listens', read: path},
});

const execOptions = {
  ...inGroup('Output', {'log-requests': {describe: "Log the sandbox's requests on stderr", read: flag()}}),
  ...traceOptions,
} as const;

const checkOptions = inGroup('Checks', {
  jobs: {describe: 'Trials to run at the same time', read: integerBetween(1, 64), fallback: 2},
  budget: {describe: 'Start no trial after this time, such as 5m; the others are listed', read: timeSpan},
  patience: {
    describe: 'Time until a run counts as hung; at least five times the run without faults',
    read: timeSpan,
    fallback: '35s',
  },
  rerun: {describe: 'The command is meant to run again: count the harm of a second run', read: flag()},
  all: {describe: 'Try every call, not only the first, second and last from each place in the code', read: flag()},
  'assume-matrix': {describe: 'Run the command once with each assumption as well', read: flag()},
  'max-bad': {describe: 'Bad cases to allow before the exit code is 6', read: integerBetween(0, 10_000), fallback: 0},
  'cases-file': {
    describe: 'File of known cases, each with a reason',
    read: path,
    fallback: `${casesFileName}, if it exists`,
  },
  before: {describe: 'Shell command to run before each trial, in its environment', read: sentence},
  'trace-dir': {describe: 'Folder for the traces of bad cases', read: path, fallback: 'crm-sandbox-check'},
});

/** Options of `exec` and `check`. */
const commandOptions = {
  ...inGroup('Access', {
    'key-env': {
      describe: "Variable of the command that gets the sandbox's key",
      read: words('the name of a variable', 'name', value => /^[A-Za-z_]\w{0,127}$/.test(value)),
    },
  }),
  ...reportOptions,
} as const;

export const startTable = withVariables({
  ...sandboxOptions,
  ...startOptions,
  ...inGroup('General', {detach: {describe: 'Run in the background, and return once it is ready', read: flag()}}),
  ...configOption,
} as const satisfies GroupedOptions);

const ownSandboxOptions = {
  ...sandboxOptions,
  port: {...sandboxOptions.port, variable: false, fallback: 'a free one'},
  json: {...sandboxOptions.json, describe: 'Write JSON lines to the log'},
  ...commandOptions,
  ...configOption,
} as const;

export const execTable = withVariables({...ownSandboxOptions, ...execOptions} as const satisfies GroupedOptions);

export const checkTable = withVariables({
  ...checkOptions,
  // In a variable or file, an option for one case would silently skip all others.
  ...inGroup('Checks', {
    case: {describe: 'Run only the trial with this id', read: word('the id of a case', 'id'), variable: false},
  }),
  ...ownSandboxOptions,
} as const satisfies GroupedOptions);

/** Names the command for these options in the options file. */
const forFile = <T extends OptionTable>(command: string, table: T): T =>
  Object.fromEntries(
    Object.entries(table).map(([name, option]) => [name, {...option, describe: `${command}: ${option.describe}`}]),
  ) as T;

export const fileTable = {
  ...sandboxOptions,
  ...forFile('start', startOptions),
  ...forFile('exec', execOptions),
  ...forFile('exec, check', commandOptions),
  ...forFile('check', checkOptions),
} as const satisfies GroupedOptions;

/** Options for the source of the data; those of a group exclude each other. */
const origins = [
  ['profile', 'constituents', 'from'],
  ['from', 'from-account'],
];

type Table = typeof startTable | typeof execTable | typeof checkTable;

type Parsed = Readonly<Record<string, unknown>>;

/** @throws UsageError for options that an options file cannot contain */
export function checkFileOptions(options: Readonly<Record<string, unknown>>): void {
  const flags = Object.entries(options).map(([name, value]) => [name, {value, source: `--${name}`}]);
  checkStart(readOptions(fileTable, mergeLayers([Object.fromEntries(flags)], origins)));
}

/** Reads options from the command line, the environment and the options file, in this order. */
function readLayers<T extends Table>(table: T, parsed: Parsed, notInFile: string[]) {
  const flags = fromCommandLine(table, parsed);
  const {config} = readOptions(configOption, {...fromEnvironment(configOption, process.env), ...flags});
  checkEnvironment([startTable, execTable, checkTable], process.env);
  const file = without(fromConfigFile(config, fileTable), notInFile);
  const options = readOptions(table, mergeLayers([flags, fromEnvironment(table, process.env), file], origins));
  checkStart(options);
  return options;
}

export const readStartOptions = (parsed: Parsed) => readLayers(startTable, parsed, []);

/** Options of the file that `exec` and `check` ignore: a sandbox started in the folder may run at the same time. */
const notForCommands = ['port', 'tls-cert', 'tls-key', 'keys-file', 'account-ttl'];

export const readExecOptions = (parsed: Parsed) => checkCommand(readLayers(execTable, parsed, notForCommands));

export const readCheckOptions = (parsed: Parsed) => checkCommand(readLayers(checkTable, parsed, notForCommands));

/** True for JSON lines on stderr. */
export const logsJson = ({
  json,
  'log-format': format,
}: Pick<ReturnType<typeof readExecOptions>, 'json' | 'log-format'>) => (format ?? (json ? 'json' : 'text')) === 'json';

export const optionsOfStart = () => readStartOptions({});

/** The options for the data that `start` would create here: a reset of a data file's account restores it. */
export function dataOptionsOfStart(): StartOptions {
  const {seed, 'seed-until': seedUntil, profile, constituents, from, 'from-account': fromAccount} = optionsOfStart();
  return defined({seed, seedUntil, profile, constituents, from, fromAccount});
}

/** Converts `{preset: 'strict', 'put-used': 'off'}` for `startSandbox`. */
export const levelOptions = ({preset, ...rules}: Readonly<Record<string, string>>) =>
  ({...(preset !== undefined && {preset}), rules}) as LevelOptions;

/** The options for `startSandbox`, without the port: its default differs between commands. */
export function sandboxOf(values: SandboxValues): StartOptions {
  const flags: Readonly<Record<string, unknown>> = values;
  const plain = libraryOptions.filter(({flag}) => flag !== 'port').map(({flag, name}) => [name, flags[flag]]);
  const named = scenariosOf(values.scenario);
  return defined({
    ...Object.fromEntries(plain),
    findings: levelOptions(values.findings),
    suppressions: readSuppressions(values.suppressions),
    faults: [...values.fault, ...named.rules],
    overrides: values.overrides ?? (existsSync(overridesFile) ? overridesFile : undefined),
    scenario: named.names,
    intercept: interceptionOf(values),
  }) as StartOptions;
}
