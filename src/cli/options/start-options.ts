import type {LevelOptions} from '../../findings/levels.js';
import type {InterceptOptions} from '../../intercept/interception.js';
import {scenariosOf} from '../../sandbox/options/faults.js';
import {libraryOptions, sandboxOptions} from '../../sandbox/options/table.js';
import {choice, flag, integerBetween, path, timeSpan, UsageError, words} from '../../sandbox/options/values.js';
import type {StartOptions} from '../../sandbox/start-options.js';
import {reportOptions} from '../reports/options.js';
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

export const lostAnswerOptions = {
  'lost-answers': {
    describe: 'Run the command again for each of its writes with the answer to that lost, and compare what was kept',
    read: flag(),
  },
  jobs: {describe: 'How many of these runs at a time', read: integerBetween(1, 64), fallback: 1},
  budget: {describe: 'How long these runs may take, such as 2m; the riskiest writes come first', read: timeSpan},
  'lost-answers-file': {describe: 'A file of what healed before: that is not tried again', read: path},
  'lost-answers-allow': {
    describe: 'How many writes may come out wrong before exec ends with 6',
    read: integerBetween(0, 10_000),
    fallback: 0,
  },
} as const;

type SandboxValues = Values<typeof sandboxOptions> & {readonly 'lost-answers'?: boolean};

/**
 * Returns the option `intercept` of `startSandbox`; undefined if no host is intercepted.
 * @throws UsageError if a flag is missing that another one needs, or two exclude each other
 */
function interceptionOf({intercept: hosts, allow, isolate, ...others}: SandboxValues): InterceptOptions | undefined {
  if (hosts.length === 0) {
    const alone = isolate ? '--isolate' : allow.length > 0 ? '--allow' : undefined;
    if (alone !== undefined) {
      throw new UsageError(`${alone} goes with --intercept, which names the hosts that the sandbox answers for`);
    }
    return undefined;
  }
  if (others['lost-answers']) {
    throw new UsageError(
      '--lost-answers and --intercept are mutually exclusive: the one gives each run an account by its key, the other takes any key for one account',
    );
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
  ...lostAnswerOptions,
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

export const execTable = withVariables({
  ...sandboxOptions,
  port: {...sandboxOptions.port, variable: false, describe: 'Port to listen on', fallback: 'a free one'},
  json: {describe: 'Log in JSON lines', read: flag()},
  ...execOptions,
  ...configOption,
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
} as const;

/** Options that say where the data come from; they exclude each other. */
const origins = ['profile', 'constituents', 'from'];

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
function readLayers<T extends typeof startTable | typeof execTable>(table: T, parsed: Parsed, notInFile: string[]) {
  const flags = fromCommandLine(table, parsed);
  const {config} = readOptions(configOption, {...fromEnvironment(configOption, process.env), ...flags});
  checkEnvironment([startTable, execTable], process.env);
  const file = without(fromConfigFile(config, fileTable), notInFile);
  const options = readOptions(table, mergeLayers([flags, fromEnvironment(table, process.env), file], origins));
  check(options);
  return options;
}

export const readStartOptions = (parsed: Parsed) => readLayers(startTable, parsed, []);

/**
 * `exec` ignores the port that the file sets for `start`: both may run at the same time. The file may also set options
 * of a check that this run does not make; on the command line they would be a mistake.
 */
export function readExecOptions(parsed: Parsed) {
  const options = readLayers(execTable, parsed, ['port']);
  const [alone] = Object.keys(fromCommandLine(lostAnswerOptions, parsed));
  if (alone !== undefined && !options['lost-answers']) {
    throw new UsageError(`--${alone} goes with --lost-answers, the check that it is about`);
  }
  return options;
}

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
