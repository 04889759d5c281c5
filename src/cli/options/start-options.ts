import type {LevelOptions} from '../../findings/levels.js';
import type {InterceptOptions} from '../../intercept/interception.js';
import {scenariosOf} from '../../sandbox/options/faults.js';
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
import {casesFileName} from './cases-file.js';
import {configFileName, fromConfigFile} from './config-file.js';
import {
  checkEnvironment,
  fromCommandLine,
  fromEnvironment,
  mergeLayers,
  type OptionTable,
  readOptions,
  said,
  type Values,
  without,
  withVariables,
} from './option-table.js';
import {readSuppressions} from './suppressions-file.js';

const usualTraceFile = 'crm-sandbox.trace.gz';

const traceOptions = {
  trace: {
    describe:
      'Write a trace of the whole run: on, off, or retain-on-failure, which keeps it where the command fails [default: off; on with --trace-file]',
    read: choice(['on', 'retain-on-failure', 'off']),
  },
  'trace-file': {describe: `The file of the trace [default: ${usualTraceFile}]`, read: path},
} as const;

export function traceFileOf({trace, 'trace-file': file}: Values<typeof traceOptions>): string | undefined {
  const isOn = trace === undefined ? file !== undefined : trace !== 'off';
  return isOn ? (file ?? usualTraceFile) : undefined;
}

type SandboxValues = Values<typeof sandboxOptions>;

/** @throws UsageError if a flag is missing that another one needs, or two exclude each other */
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

const configOption = withVariables({
  config: {describe: `A file of options [default: ${configFileName}, if there is one]`, read: path},
});

const startOptions = {
  quiet: {describe: 'Log nothing but errors', read: flag(), short: 'q'},
  log: {describe: 'A file that the log is added to, instead of stderr', read: path},
  'port-file': {describe: 'A file that holds the port while it listens', read: path},
} as const;

const execOptions = {
  'log-requests': {describe: "Log the sandbox's requests on stderr", read: flag()},
  ...traceOptions,
} as const;

const checkOptions = {
  jobs: {describe: 'The number of trials at a time', read: integerBetween(1, 64), fallback: 2},
  budget: {describe: 'Start no trial after this time, such as 5m, and list those that are left', read: timeSpan},
  patience: {
    describe: 'Judge a run hung after this time, and after five times that of the run without faults',
    read: timeSpan,
    fallback: '35s',
  },
  rerun: {describe: 'The command is meant to be run again: what a second run harms counts', read: flag()},
  all: {describe: 'Try every call, and not only the first, second and last from each place in the code', read: flag()},
  'assume-matrix': {describe: 'Run the command once with each assumption of --assume', read: flag()},
  'max-bad': {
    describe: 'The number of bad cases that are allowed before it ends with 6',
    read: integerBetween(0, 10_000),
    fallback: 0,
  },
  'cases-file': {describe: `A file of known cases, and why [default: ${casesFileName}, if there is one]`, read: path},
  before: {describe: "A shell command that runs before each trial, with the trial's environment", read: sentence},
  'trace-dir': {describe: 'The folder for the traces of bad cases', read: path, fallback: 'crm-sandbox-check'},
} as const;

/** Options of `exec` and `check`. */
const commandOptions = {
  'key-env': {
    describe: "A variable that gets the sandbox's key for the command, in place of what it holds; may be repeated",
    read: words('the name of a variable', value => /^[A-Za-z_]\w{0,127}$/.test(value)),
  },
  ...reportOptions,
} as const;

export const startTable = withVariables({
  ...sandboxOptions,
  ...startOptions,
  detach: {describe: 'Start it in the background, and end once it is ready', read: flag()},
  ...configOption,
});

const ownSandboxOptions = {
  ...sandboxOptions,
  port: {...sandboxOptions.port, variable: false, describe: 'Port to listen on', fallback: 'a free one'},
  json: {describe: 'Log in JSON lines', read: flag()},
  ...commandOptions,
  ...configOption,
} as const;

export const execTable = withVariables({...ownSandboxOptions, ...execOptions});

export const checkTable = withVariables({
  ...ownSandboxOptions,
  ...checkOptions,
  // A variable or a file that names one case would leave out all others without notice.
  case: {describe: 'Run only the trial with this id', read: word('the id of a case'), variable: false},
});

/** Says in the file of options which command reads these options. */
const forFile = <T extends OptionTable>(command: string, table: T): T =>
  Object.fromEntries(
    Object.entries(table).map(([name, option]) => [name, {...option, describe: `${command}: ${option.describe}`}]),
  ) as T;

export const fileTable = {
  ...sandboxOptions,
  ...forFile('start', startOptions),
  ...forFile('exec', execOptions),
  ...forFile('check', checkOptions),
  ...forFile('exec, check', commandOptions),
} as const;

/** Options that say where the data come from; they exclude each other. */
const origins = ['profile', 'constituents', 'from'];

type Table = typeof startTable | typeof execTable | typeof checkTable;

type Parsed = Readonly<Record<string, unknown>>;

/** @throws UsageError if an option is missing that another one needs */
function check(options: Values<typeof sandboxOptions>): void {
  if (options['allow-host'].includes('*') && !options.expose) {
    throw new UsageError(
      '--allow-host * lets any page on the web reach the sandbox through a name of its own; name the hosts, or give --expose as well',
    );
  }
  if (options.recover && options.data === undefined) {
    throw new UsageError('--recover goes with --data, which names the file to recover');
  }
  // `exec` sets the variable for its command, which may start a sandbox of its own.
  const key = options['admin-key'];
  if (!options.admin && key !== undefined && key !== process.env['CRM_SANDBOX_ADMIN_KEY']) {
    throw new UsageError('--no-admin and --admin-key are mutually exclusive: the key protects /_sandbox');
  }
}

/** Reads options from the command line, the environment and the file of options, in this order. */
function readLayers<T extends Table>(table: T, parsed: Parsed, notInFile: string[]) {
  const flags = fromCommandLine(table, parsed);
  const {config} = readOptions(configOption, {...fromEnvironment(configOption, process.env), ...flags});
  checkEnvironment([startTable, execTable, checkTable], process.env);
  const file = without(fromConfigFile(config, fileTable), notInFile);
  const options = readOptions(table, mergeLayers([flags, fromEnvironment(table, process.env), file], origins));
  check(options);
  return options;
}

export const readStartOptions = (parsed: Parsed) => readLayers(startTable, parsed, []);

/** `exec` ignores the port that the file sets for `start`: both may run at the same time. */
export const readExecOptions = (parsed: Parsed) => readLayers(execTable, parsed, ['port']);

export const readCheckOptions = (parsed: Parsed) => readLayers(checkTable, parsed, ['port']);

/** True for JSON lines on stderr. */
export const logsJson = ({
  json,
  'log-format': format,
}: Pick<ReturnType<typeof readExecOptions>, 'json' | 'log-format'>) => (format ?? (json ? 'json' : 'text')) === 'json';

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
export function sandboxOf(values: SandboxValues): StartOptions {
  const flags: Readonly<Record<string, unknown>> = values;
  const plain = libraryOptions.filter(({flag}) => flag !== 'port').map(({flag, name}) => [name, flags[flag]]);
  const named = scenariosOf(values.scenario);
  return said({
    ...Object.fromEntries(plain),
    findings: levelOptions(values.findings),
    suppressions: readSuppressions(values.suppressions),
    faults: [...values.fault, ...named.rules],
    scenario: named.names,
    intercept: interceptionOf(values),
  }) as StartOptions;
}
