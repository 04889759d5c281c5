import {existsSync, readFileSync} from 'node:fs';
import type {LoadedData} from '../../../persistence/log/load-data.js';
import {isDatabase, readAddress, shownAddress} from '../../../persistence/postgres/address.js';
import {UsageError} from '../../../sandbox/options/values.js';
import {version} from '../../../version.js';
import {defaultUrl, jsonOption} from '../../client/connection.js';
import {requestHealth, Unreachable} from '../../client/http-client.js';
import {command} from '../../command.js';
import {exitCodes} from '../../command-error.js';
import {fileError} from '../../file-error.js';
import {configFileName} from '../../options/config-file.js';
import {defaultPort, optionsOfStart} from '../../options/start-options.js';
import {holds, table} from '../../output/format.js';
import {isSandboxProcess, whoListens} from '../../processes.js';

const [oldest, oldestMinor] = [20, 19];

type Diagnosis = {readonly what: string; readonly ok: boolean; readonly is: string};

const good = (what: string, is: string): Diagnosis => ({what, ok: true, is});

const bad = (what: string, is: string): Diagnosis => ({what, ok: false, is});

export const doctor = command({
  usage: 'doctor',
  describe: 'Check what a start in this folder needs: Node, options, port and data file',
  options: jsonOption,
  examples: [['doctor', 'exits with 1 if something is wrong']],
  run: async () => {
    const findings = [nodeFinding(), good('crm-sandbox', version), ...(await placeFindings())];
    const ok = findings.every(finding => finding.ok);
    process.exitCode = ok ? exitCodes.ok : exitCodes.failure;
    return [{ok, findings}, table(findings.map(({what, ok, is}) => [`${ok ? 'ok ' : 'BAD'}  ${what}`, is]))];
  },
});

function nodeFinding(): Diagnosis {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const ok = major > oldest || (major === oldest && minor >= oldestMinor);
  return {what: 'Node', ok, is: `${process.version}${ok ? '' : `; ${oldest}.${oldestMinor} or newer is needed`}`};
}

async function placeFindings(): Promise<Diagnosis[]> {
  let options: ReturnType<typeof optionsOfStart>;
  try {
    options = optionsOfStart();
  } catch (error) {
    if (error instanceof UsageError) {
      return [bad('options', error.message)];
    }
    throw error;
  }
  const file = existsSync(configFileName) ? `${configFileName} and the environment` : 'the environment, and no file';
  const {data} = options;
  return [
    good('options', `from ${file}`),
    await portFinding(options),
    ...(data === undefined ? [] : await dataFindings(data)),
  ];
}

async function portFinding(options: ReturnType<typeof optionsOfStart>): Promise<Diagnosis> {
  const {port = defaultPort} = options;
  const url = defaultUrl(options);
  const what = `port ${port}`;
  try {
    const health = await requestHealth(url, 2000);
    return good(what, `crm-sandbox ${health?.version ?? ''} answers at ${url} (process ${health?.pid})`);
  } catch (error) {
    const listener = await whoListens(port).catch(() => undefined);
    if (listener === undefined && error instanceof Unreachable) {
      return good(what, 'free');
    }
    const by = listener === undefined ? 'another process' : `process ${listener.pid} (${listener.command})`;
    return bad(what, `in use by ${by}: stop it, or start with --port 0`);
  }
}

async function dataFindings(data: string): Promise<Diagnosis[]> {
  if (isDatabase(data)) {
    return [await databaseFinding(data)];
  }
  const file = `${data}.lock`;
  const pid = existsSync(file) ? Number(/\d+/.exec(readFileSync(file, 'utf8'))?.[0] ?? 0) : undefined;
  if (pid && (await isSandboxProcess(pid))) {
    return [
      good('data file', `${data} is in use, and so not looked at`),
      good('lock', `process ${pid} has the data file`),
    ];
  }
  const left = `${file} was left by process ${pid}; the next start takes it over`;
  return [await dataFinding(data), good('lock', pid === undefined ? 'no process uses the data file' : left)];
}

async function databaseFinding(data: string): Promise<Diagnosis> {
  const [what, shown] = ['database', shownAddress(data)];
  const {Database} = await import('../../../persistence/postgres/database.js');
  try {
    const database = await Database.open(readAddress(data).connectionString);
    await database.query('SELECT').finally(() => database.close());
    return good(what, `${shown} can be reached`);
  } catch (error) {
    return bad(what, `${shown}: ${(error as Error).message}`);
  }
}

async function dataFinding(data: string): Promise<Diagnosis> {
  const what = 'data file';
  const {loadData} = await import('../../../persistence/log/load-data.js');
  const {realFile} = await import('../../../persistence/real-file.js');
  const {catalog} = await import('../../../resources/index.js');
  try {
    const found = await loadData(realFile(data), {schema: catalog.schema});
    return good(what, found === undefined ? `${data} is not there yet` : summaryOf(data, found));
  } catch (error) {
    const refused = fileError(error, {'--data': data});
    if (refused === undefined) {
      throw error;
    }
    return bad(what, refused.message);
  }
}

function summaryOf(data: string, {kept}: LoadedData): string {
  const collections = kept.get('default')?.current.records.collections ?? [];
  const counts = Object.fromEntries(Array.from(collections, ([name, {size}]) => [name, size]));
  const others = kept.size > 1 ? `, and ${kept.size - 1} more ${kept.size === 2 ? 'account' : 'accounts'}` : '';
  return `${data} can be loaded: ${holds(counts)}${others}`;
}
