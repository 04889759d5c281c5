import {readFileSync} from 'node:fs';
import path from 'node:path';
import {HostList, hostName} from '../hosts.js';

/** The variable with the runs that a process belongs to, as JSON. */
export const variable = 'CRM_SANDBOX_INTERCEPT';

/** A run with intercepted hosts, as stored in the variable. */
interface WrittenRun {
  readonly hosts: readonly string[];
  /** Accepts TLS, with certificates for the hosts. */
  readonly port: number;
  /** Accepts plain HTTP; without it, plain connections to a host fail. */
  readonly plainPort?: number;
  /** The file of the authority's certificate, which also identifies the run. */
  readonly ca: string;
  /** Additional hosts that an isolated run may reach; undefined if the run is not isolated. */
  readonly isolate?: readonly string[];
}

export interface Run extends Omit<WrittenRun, 'isolate'> {
  readonly certificate: string;
  readonly allowed?: HostList;
}

/**
 * The reports of a run's Node processes, each a file to which they append lines: rejected hosts, with the line of code
 * that connected to them; other hosts that were allowed; and process ids.
 */
export type ReportKind = 'refused' | 'passed' | 'preloaded';

export const reportBeside = (ca: string, kind: ReportKind): string => path.join(path.dirname(ca), `${kind}.tsv`);

/**
 * Returns the runs that a process belongs to, the innermost first.
 * @throws Error of one sentence for an invalid variable: no connection may then be made
 */
export const readRuns = (text: string | undefined): readonly Run[] => writtenRuns(text).map(readRun);

/** Returns the variable's value for a command whose own run was started with the value `outer`. */
export function nestedIn(outer: string | undefined, run: WrittenRun): string {
  // A shell may set the variables of the same run again.
  const others = writtenRuns(outer).filter(({ca}) => ca !== run.ca);
  return JSON.stringify({...run, ...(others.length > 0 && {outer: others})});
}

type Unchecked = Partial<Record<keyof WrittenRun, unknown>>;

/** The run and those in which it is nested. */
function writtenRuns(text: string | undefined): Unchecked[] {
  if (!text) {
    return [];
  }
  const {outer = [], ...run} = parsed(text);
  check(Array.isArray(outer) && outer.every(isObject), 'outer must be a list of objects');
  return [run, ...outer];
}

function readRun({hosts, port, plainPort, ca, isolate}: Unchecked): Run {
  check(isTexts(hosts) && hosts.length > 0, 'hosts must be a list of names, such as ["api.example.com"]');
  const arePorts = isPort(port) && (plainPort === undefined || isPort(plainPort));
  check(arePorts, 'port and plainPort must be ports of this machine, from 1 to 65535');
  check(typeof ca === 'string', 'ca must be the file of a certificate');
  check(isolate === undefined || isTexts(isolate), 'isolate must be a list of hosts');
  return {
    hosts: hosts.map(hostName),
    port,
    ...(plainPort !== undefined && {plainPort}),
    ca,
    certificate: certificateIn(ca),
    ...(isolate !== undefined && {allowed: new HostList(isolate)}),
  };
}

function parsed(text: string): Unchecked & {readonly outer?: unknown} {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {} // reported below
  check(isObject(value), 'it must be a JSON object');
  return value;
}

function certificateIn(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw wrong(
      `its certificate cannot be read (${(error as NodeJS.ErrnoException).code} ${file}); has the run ended?`,
    );
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(text => typeof text === 'string' && text !== '');

const isPort = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) < 65_536;

/** Each of these replaces the system's trusted certificates, so it must include them. */
export const wholeStores = ['SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE', 'AWS_CA_BUNDLE', 'GIT_SSL_CAINFO'];

/** Each of these extends the trusted certificates. */
export const addedStores = ['NODE_EXTRA_CA_CERTS', 'DENO_CERT'];

const proxies = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'];

/** The variables that direct programs other than Node to the sandbox. */
const leading = [
  ...proxies,
  ...proxies.map(name => name.toLowerCase()),
  ...wholeStores,
  ...addedStores,
  'PHP_INI_SCAN_DIR',
  'JAVA_TOOL_OPTIONS',
];

export const leadingIn = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(leading.flatMap(name => (env[name] === undefined ? [] : [[name, env[name]]])));

function check(isRight: boolean, what: string): asserts isRight {
  if (!isRight) {
    throw wrong(what);
  }
}

const wrong = (what: string) => new Error(`${variable} in the environment is wrong: ${what}`);

/**
 * Returns the variables that make Node and Bun load a file first. The user's own options follow it, so that connections
 * of the user's own preloads are included.
 */
export const loading = (file: string, env: NodeJS.ProcessEnv) => ({
  NODE_OPTIONS: withFirst(`--require ${quoted(file)}`, env.NODE_OPTIONS),
  // Bun supports quotes only around a whole word.
  BUN_OPTIONS: withFirst(quoted(`--preload=${file}`), env['BUN_OPTIONS']),
});

const withFirst = (option: string, given = ''): string =>
  given.includes(option) ? given : `${option} ${given}`.trim();

/** Quotes a word for Node and Bun: spaces separate words, and a backslash is special only inside quotes. */
const quoted = (word: string): string =>
  /[\s"]/.test(word) ? `"${word.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"` : word;
