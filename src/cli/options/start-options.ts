import {dataEnd} from '../../../fixtures/calendar.js';
import type {Profile} from '../../../fixtures/index.js';
import {isProxyName, proxyForms} from '../../http/address/trusted-proxies.js';
import type {StartOptions} from '../../sandbox/start-options.js';
import {interceptionOf, interceptOptions, keyOptions} from '../environment/intercept-options.js';
import {lostAnswerOptions} from '../lost-answers/options.js';
import {reportFileOptions, reportOptions} from '../reports/options.js';
import {checkEnvironment, clientTable} from './check-environment.js';
import {configFileName, fromConfigFile} from './config-file.js';
import {faultOptions, scenariosOf} from './faults.js';
import {findingOptions, levelOptions} from './finding-options.js';
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
import {journalOptions, settingOptions} from './setting-options.js';
import {readSuppressions} from './suppressions-file.js';
import {traceOptions} from './trace-options.js';
import {choice, flag, integerBetween, keys, moment, path, UsageError, until, word, words} from './values.js';

export const defaultPort = 4080;
export const defaultHost = '127.0.0.1';

/** By name alone: what they stand for takes long to load. */
const profiles: Readonly<Record<Profile, true>> = {empty: true, small: true, default: true, large: true};

export const profileOption = {
  describe: 'How much data: empty, small, default or large',
  read: choice(Object.keys(profiles) as Profile[]),
} as const;

export const constituentsOption = {
  describe: "How many constituents, instead of a profile's number; Node gets a larger heap where they need it",
  read: integerBetween(0, 1_000_000),
} as const;

/** What makes a sandbox: `start` and `exec` take it, from the command line, the environment and a file. */
const sandboxOptions = {
  port: {
    describe: 'Port to listen on; 0 takes a free one',
    read: integerBetween(0, 65_535),
    fallback: defaultPort,
    short: 'p',
  },
  host: {describe: 'Address to listen on', read: word('a host name or address'), fallback: defaultHost},
  expose: {
    describe: 'Let other machines reach it: with --host 0.0.0.0 without a warning, and with --allow-host "*"',
    isBoolean: true,
    read: flag(),
  },
  'allow-host': {
    describe:
      "A name besides this machine's own that requests may be sent to, such as a container's; may be repeated; with --expose, * is any",
    read: words('a host name'),
  },
  'trust-proxy': {
    describe:
      'A proxy that tells the address which a client asked at, in Forwarded or X-Forwarded-Proto and -Host: an address, a range such as 10.0.0.0/8, loopback, linklocal, uniquelocal or all; may be repeated',
    read: words(proxyForms, isProxyName),
  },
  seed: {
    describe: 'The same seed gives the same data, byte for byte',
    read: integerBetween(0, 2 ** 31 - 1),
    fallback: 1,
  },
  'seed-until': {
    describe: 'The last day of generated data, such as 2026-06-30, or now for the day of the clock',
    read: until,
    fallback: dataEnd,
  },
  profile: profileOption,
  constituents: constituentsOption,
  from: {describe: 'A snapshot file to start from, instead of generated data', read: path},
  data: {describe: 'A file that keeps all accounts from one start to the next', read: path},
  recover: {
    describe: 'Where a part of the file of --data or its log is damaged or missing, go on with what is safe',
    isBoolean: true,
    read: flag(),
  },
  'export-on-exit': {describe: 'A file that gets a snapshot of the default account when the sandbox stops', read: path},
  now: {describe: 'Freeze the clock at this moment, such as 2026-01-01T00:00:00Z', read: moment},
  // In the environment CRM_SANDBOX_KEY is the key that a client sends.
  key: {describe: 'Another key with full access; may be repeated', only: 'flag', read: keys},
  'admin-key': {
    describe: 'A key that requests to /_sandbox must send in the header X-Admin-Key',
    read: word('a key without spaces'),
  },
  admin: {describe: 'Serve /_sandbox; --no-admin leaves it out', isBoolean: true, read: flag(true), fallback: true},
  ui: {describe: 'Serve the console, /_sandbox/ui; or --no-ui', isBoolean: true, read: flag(true), fallback: true},
  cors: {describe: 'Let web pages from other origins use it', isBoolean: true, read: flag()},
  ...settingOptions,
  ...findingOptions,
  ...faultOptions,
  ...interceptOptions,
  'validate-replies': {
    describe: 'Check every reply against the OpenAPI document; the log and /health report wrong ones',
    isBoolean: true,
    read: flag(),
  },
  ...journalOptions,
  json: {describe: 'Write JSON lines, on stdout and in the log', isBoolean: true, read: flag()},
  'log-format': {
    describe: 'How the log is written, text or json [default: json with --json, else text]',
    read: choice(['text', 'json']),
  },
} as const;

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
  ...sandboxOptions,
  ...quietOption,
  ...runOptions,
  detach: {describe: 'Start it in the background, and end once it is ready', isBoolean: true, read: flag()},
  ...configOption,
} as const;

export const execTable = {
  ...sandboxOptions,
  port: {...sandboxOptions.port, only: 'flag', describe: 'Port to listen on', fallback: 'a free one'},
  json: {describe: 'Log in JSON lines', isBoolean: true, read: flag()},
  ...logOption,
  ...traceOptions,
  ...lostAnswerOptions,
  ...keyOptions,
  ...reportOptions,
  ...configOption,
} as const;

/** Options of `exec` in a file, which both commands read. */
const ofExec = <T extends OptionTable>(table: T): T =>
  Object.fromEntries(
    Object.entries(table).map(([name, option]) => [name, {...option, describe: `exec: ${option.describe}`}]),
  ) as T;

/** What a file of options can hold. */
export const fileTable = {
  ...sandboxOptions,
  quiet: {...quietOption.quiet, describe: 'start: log nothing but errors'},
  log: {...runOptions.log, describe: 'start: a file that the log is added to, instead of stderr'},
  'port-file': {...runOptions['port-file'], describe: 'start: a file that holds the port while it listens'},
  'log-requests': {...logOption['log-requests'], describe: 'exec: log the requests on stderr'},
  trace: {...traceOptions.trace, describe: 'exec: write a trace of the run: on, retain-on-failure or off'},
  'trace-file': {...traceOptions['trace-file'], describe: 'exec: the file of the trace'},
  ...ofExec(lostAnswerOptions),
  ...ofExec(keyOptions),
  ...reportFileOptions,
} as const;

/** Where the data come from: one of these says it. */
const origins = ['profile', 'constituents', 'from'];

type Parsed = Readonly<Record<string, unknown>>;

/** The environment, and below it the file of options. */
function below(config: string | undefined, table: typeof startTable | typeof execTable): Layer[] {
  checkEnvironment([startTable, execTable, clientTable], process.env);
  return [fromEnvironment(table, process.env), fromConfigFile(config, fileTable)];
}

/** @throws UsageError for what is only meant together */
function checked<T extends Pick<Values<typeof sandboxOptions>, 'allow-host' | 'expose'>>(options: T): T {
  if (options['allow-host'].includes('*') && !options.expose) {
    throw new UsageError(
      '--allow-host * lets any page on the web reach the sandbox through a name of its own; name the hosts, or give --expose as well',
    );
  }
  return options;
}

export function readStartOptions(parsed: Parsed): Values<typeof startTable> {
  const flags = fromCommandLine(startTable, parsed);
  const {config} = readOptions(configOption, [flags, fromEnvironment(configOption, process.env)]);
  return checked(readOptions(startTable, inOneWay([flags, ...below(config, startTable)], origins)));
}

/** A port that was chosen for `start` is not for `exec`, which runs beside it: only its own flag counts. */
export function readExecOptions(parsed: Parsed): Values<typeof execTable> {
  const flags = fromCommandLine(execTable, parsed);
  const {config} = readOptions(configOption, [flags, fromEnvironment(configOption, process.env)]);
  const others = below(config, execTable).map(layer => without(layer, ['port']));
  return checked(readOptions(execTable, inOneWay([flags, ...others], origins)));
}

/** What `start` would go by here, if nothing is said on its command line. */
export const whatStartWouldUse = () => readStartOptions({});

/** The data that `start` would begin with here: what a data file's account goes back to with a reset. */
export function whatStartWouldMake(): StartOptions {
  const {seed, 'seed-until': seedUntil, profile, constituents, from} = whatStartWouldUse();
  return said({seed, seedUntil, profile, constituents, from});
}

type Made = Values<typeof sandboxOptions>;

/** As `startSandbox` takes them; the port has a default of its own in each command. */
export function sandboxOf({
  key,
  'allow-host': allowHosts,
  'trust-proxy': trustProxy,
  'seed-until': seedUntil,
  ...made
}: Made): StartOptions {
  const named = scenariosOf(made.scenario);
  const {host, seed, profile, constituents, from, data, recover, now, admin, ui, cors, assume, strict} = made;
  return {
    ...said({host, seed, seedUntil, profile, constituents, from, data, now}),
    ...said({exportOnExit: made['export-on-exit'], adminKey: made['admin-key']}),
    ...said({intercept: interceptionOf(made), maxLimit: made['max-limit'], rateLimit: made['rate-limit']}),
    ...said({journalRequests: made['journal-requests'], journalMebibytes: made['journal-mebibytes']}),
    keys: key,
    allowHosts,
    recover,
    trustProxy,
    admin,
    ui,
    cors,
    assume,
    findings: levelOptions(made.findings),
    suppressions: readSuppressions(made.suppressions),
    strict,
    validateReplies: made['validate-replies'],
    faults: [...made.fault, ...named.rules],
    scenario: named.names,
    headers: made.headers,
  };
}
