import {existsSync, readFileSync} from 'node:fs';
import type {LoadedData} from '../../../persistence/log/load-data.js';
import {UsageError} from '../../../sandbox/options/values.js';
import {version} from '../../../version.js';
import {defaultUrl, jsonOption} from '../../client/connection.js';
import {askHealth, Unreachable} from '../../client/http-client.js';
import {command} from '../../command.js';
import {exitCodes} from '../../command-error.js';
import {fileError} from '../../file-error.js';
import {configFileName} from '../../options/config-file.js';
import {defaultPort, whatStartWouldUse} from '../../options/start-options.js';
import {holds, table} from '../../output/format.js';
import {isSandboxProcess, whoListens} from '../../processes.js';

const [oldest, oldestMinor] = [20, 19];

export const doctor = command({
  usage: 'doctor',
  describe: 'Look at what a start here depends on: Node, options, port, data file and its lock',
  options: jsonOption,
  examples: [['doctor', 'ends with 1 where something is wrong']],
  run: async () => {
    const findings = [nodeFinding(), {what: 'crm-sandbox', isFine: true, is: version}, ...(await placeFindings())];
    const isFine = findings.every(finding => finding.isFine);
    const rows = findings.map(({what, isFine, is}) => [`${isFine ? 'ok ' : 'BAD'}  ${what}`, is] as const);
    process.exitCode = isFine ? exitCodes.ok : exitCodes.failure;
    return [{ok: isFine, findings: findings.map(({what, isFine, is}) => ({what, ok: isFine, is}))}, table(rows)];
  },
});

function nodeFinding(): Diagnosis {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isFine = major > oldest || (major === oldest && minor >= oldestMinor);
  return {
    what: 'Node',
    isFine,
    is: `${process.version}${isFine ? '' : `; ${oldest}.${oldestMinor} or newer is needed`}`,
  };
}

async function placeFindings(): Promise<Diagnosis[]> {
  let options: ReturnType<typeof whatStartWouldUse>;
  try {
    options = whatStartWouldUse();
  } catch (error) {
    if (error instanceof UsageError) {
      return [{what: 'options', isFine: false, is: error.message}];
    }
    throw error;
  }
  const file = existsSync(configFileName) ? `${configFileName} and the environment` : 'the environment, and no file';
  const {data} = options;
  return [
    {what: 'options', isFine: true, is: `from ${file}`},
    await portFinding(options),
    ...(data === undefined ? [] : await dataFindings(data)),
  ];
}

async function portFinding(options: ReturnType<typeof whatStartWouldUse>): Promise<Diagnosis> {
  const {port = defaultPort} = options;
  const url = defaultUrl(options);
  const what = `port ${port}`;
  try {
    const health = await askHealth(url, 2000);
    return {what, isFine: true, is: `crm-sandbox ${health?.version ?? ''} answers at ${url} (process ${health?.pid})`};
  } catch (error) {
    const listener = await whoListens(port).catch(() => undefined);
    if (listener === undefined && error instanceof Unreachable) {
      return {what, isFine: true, is: 'free'};
    }
    const by = listener === undefined ? 'another process' : `process ${listener.pid} (${listener.command})`;
    return {what, isFine: false, is: `in use by ${by}: stop it, or start with --port 0`};
  }
}

interface Diagnosis {
  readonly what: string;
  readonly isFine: boolean;
  readonly is: string;
}

async function dataFindings(data: string): Promise<Diagnosis[]> {
  const holder = await holderOf(`${data}.lock`);
  return [await dataFinding(data, holder), lockFinding(data, holder)];
}

/** Loads the file as a start does, without changes. A running sandbox may be writing to it. */
async function dataFinding(data: string, {isRunning}: Holder): Promise<Diagnosis> {
  const what = 'data file';
  if (isRunning) {
    return {what, isFine: true, is: `${data} is in use, and so not looked at`};
  }
  const {loadData} = await import('../../../persistence/log/load-data.js');
  const {checkRoomToRead} = await import('../../../persistence/room-to-read.js');
  const {realFile} = await import('../../../persistence/real-file.js');
  const {catalog} = await import('../../../resources/index.js');
  try {
    const file = realFile(data);
    checkRoomToRead(file);
    const found = await loadData(file, {schema: catalog.schema});
    return {what, isFine: true, is: found === undefined ? `${data} is not there yet` : told(data, found)};
  } catch (error) {
    const refused = fileError(error, {'--data': data});
    if (refused === undefined) {
      throw error;
    }
    return {what, isFine: false, is: refused.message};
  }
}

function told(data: string, {kept}: LoadedData): string {
  const collections = kept.get('default')?.current.records.collections ?? [];
  const counts = Object.fromEntries(Array.from(collections, ([name, {size}]) => [name, size]));
  const others = kept.size > 1 ? `, and ${kept.size - 1} more ${kept.size === 2 ? 'account' : 'accounts'}` : '';
  return `${data} can be loaded: ${holds(counts)}${others}`;
}

/** The process that uses, or used, a data file. */
interface Holder {
  readonly pid?: number;
  readonly isRunning: boolean;
}

/** A lock file contains its process id. */
async function holderOf(lock: string): Promise<Holder> {
  if (!existsSync(lock)) {
    return {isRunning: false};
  }
  const pid = Number.parseInt(/\d+/.exec(readFileSync(lock, 'utf8'))?.[0] ?? '', 10) || 0;
  return {pid, isRunning: pid > 0 && (await isSandboxProcess(pid))};
}

function lockFinding(data: string, {pid, isRunning}: Holder): Diagnosis {
  const left = `${data}.lock was left by process ${pid}; the next start takes it over`;
  const is = pid === undefined ? 'nobody has the data file' : isRunning ? `process ${pid} has the data file` : left;
  return {what: 'lock', isFine: true, is};
}
