import {existsSync} from 'node:fs';
import path from 'node:path';
import type {InterceptionReply} from '../../../admin/status.js';
import {writePrivately} from '../../../intercept/private-folder.js';
import {path as fileName} from '../../../sandbox/options/values.js';
import type {Client} from '../../client/admin-client.js';
import {sandboxCommand} from '../../command.js';
import {commandEnvironment} from '../../command-environment.js';
import {CommandError} from '../../command-error.js';
import {writeNow} from '../../output/write-file.js';
import {format, printVariables} from './env.js';

export const intercept = sandboxCommand({
  usage: 'intercept',
  describe: 'Print environment variables that point clients at a sandbox with --intercept',
  options: {
    'print-env': {
      describe: 'Format of the variables',
      read: format,
      fallback: 'sh, without --ca-out',
    },
    'ca-out': {describe: 'File for the certificate to trust, which is for these hosts only', read: fileName},
  },
  examples: [
    ['intercept', 'eval "$(crm-sandbox intercept)" sets them in a shell'],
    ['intercept --ca-out ca.pem', 'only the certificate, for a container or an IDE'],
    ['intercept --print-env dotenv > .env', 'for tools that read .env files'],
  ],
  run: async (client, {'print-env': printFormat, 'ca-out': file, json}) => {
    const response = await client.get<InterceptionReply>('/intercept');
    if (file !== undefined) {
      writeNow(file, response.ca);
    }
    if (json && printFormat === undefined) {
      return [response, ''];
    }
    if (printFormat !== undefined || file === undefined) {
      printVariables(printFormat ?? 'sh', await variablesOf(client, response));
    }
    return undefined;
  },
});

/** The variables to set. @throws CommandError if the sandbox's files are not on this machine */
async function variablesOf({url, key, adminKey}: Client, response: InterceptionReply) {
  const {hosts, port, plain_port: plainPort, proxy, ca, ca_file: caFile, isolate, allow} = response;
  const folder = path.dirname(caFile);
  if (!existsSync(caFile)) {
    throw new CommandError(
      `The sandbox keeps its certificate in ${caFile}, which is not on this machine; --ca-out FILE writes it, and the proxy is for clients there`,
    );
  }
  const keep = (name: string, content: string) => writePrivately(folder, name, content);
  const interception = {hosts, port, plainPort, proxy, ca, caFile, isolate, allow, keep};
  const env = await commandEnvironment({url, key, interception}, {key: [], 'admin-key': adminKey, 'key-env': []});
  return Object.entries(env).flatMap(([name, value]) =>
    value === undefined || value === process.env[name] ? [] : [[name, value] as const],
  );
}
