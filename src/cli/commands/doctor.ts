import {existsSync} from 'node:fs';
import {version} from '../../version.js';
import {defaultUrl, jsonOption} from '../client/connection.js';
import {askHealth, Unreachable} from '../client/http-client.js';
import {command} from '../command.js';
import {exitCodes} from '../exit-codes.js';
import {dataFindings, type Finding} from '../machine/data-findings.js';
import {whoListens} from '../machine/who-listens.js';
import {configFileName} from '../options/config-file.js';
import {defaultPort, whatStartWouldUse} from '../options/start-options.js';
import {UsageError} from '../options/values.js';
import {answer} from '../output/output.js';
import {table} from '../output/table.js';

const [oldest, oldestMinor] = [20, 19];

/** `crm-sandbox doctor`: finds problems that would prevent a start. */
export const doctor = command({
  usage: 'doctor',
  describe: 'Look at what a start here depends on: Node, options, port, data file and its lock',
  options: jsonOption,
  examples: [['doctor', 'ends with 1 where something is wrong']],
  run: async ({json}) => {
    const findings = [nodeFinding(), {what: 'crm-sandbox', isFine: true, is: version}, ...(await placeFindings())];
    const isFine = findings.every(finding => finding.isFine);
    const rows = findings.map(({what, isFine, is}) => [`${isFine ? 'ok ' : 'BAD'}  ${what}`, is] as const);
    answer(json, {ok: isFine, findings: findings.map(({what, isFine, is}) => ({what, ok: isFine, is}))}, table(rows));
    process.exitCode = isFine ? exitCodes.ok : exitCodes.failure;
  },
});

function nodeFinding(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isFine = major > oldest || (major === oldest && minor >= oldestMinor);
  return {
    what: 'Node',
    isFine,
    is: `${process.version}${isFine ? '' : `; ${oldest}.${oldestMinor} or newer is needed`}`,
  };
}

async function placeFindings(): Promise<Finding[]> {
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

async function portFinding(options: ReturnType<typeof whatStartWouldUse>): Promise<Finding> {
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
