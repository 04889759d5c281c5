import {existsSync} from 'node:fs';
import {namedKeys} from '../../http/guard/named-keys.js';
import {isDatabase} from '../../persistence/postgres/address.js';
import {inGroup} from '../../sandbox/options/option.js';
import {address, flag, headerWord, path, UsageError} from '../../sandbox/options/values.js';
import {CommandError} from '../command-error.js';
import {closeSandbox, launch} from '../launch.js';
import {type Values, withVariables} from '../options/option-table.js';
import {dataOptionsOfStart, defaultHost, defaultPort, optionsOfStart} from '../options/start-options.js';
import {Client} from './admin-client.js';
import {urlAt} from './http-client.js';

export const urlOption = withVariables(
  inGroup('Connection', {
    url: {
      describe: 'Address of the sandbox',
      read: address,
      fallback: 'where start would listen, http://127.0.0.1:4080',
    },
  }),
);

export const jsonOption = {
  json: {describe: "Print the sandbox's response as one line of JSON", read: flag()},
} as const;

/** The key of the only account in a data file. */
const defaultKey = namedKeys[0]![0];

const readKey = headerWord('a key without spaces');

export const connectionTable = {
  ...urlOption,
  ...withVariables(
    inGroup('Connection', {
      key: {
        describe: 'Key of the account; sbx_<name> opens an account of its own',
        read: readKey,
        fallback: defaultKey,
      },
      'admin-key': {describe: 'The --admin-key of the sandbox', read: readKey},
    }),
  ),
  ...jsonOption,
} as const;

/** For commands that also work without a server. */
export const dataOption = inGroup('Connection', {
  data: {describe: 'Data file to use instead of a running sandbox', read: path},
});

export type Connection = Values<typeof connectionTable> & Partial<Values<typeof dataOption>>;

export function defaultUrl(options = optionsOfStart()): string {
  const {port, host = defaultHost} = options;
  return urlAt(host, port || defaultPort, options['tls-cert'] !== undefined);
}

/** Runs `work` with the sandbox at the URL, or with a temporary one in this process that uses the data file. */
export async function withSandbox<T>(connection: Connection, work: (client: Client) => Promise<T>): Promise<T> {
  const {key = defaultKey, data} = connection;
  if (data === undefined) {
    const here = connection.url === undefined ? optionsOfStart() : undefined;
    // An admin key in this folder's file applies only to this folder's sandbox.
    const adminKey = connection['admin-key'] ?? here?.['admin-key'];
    return work(await Client.connect(connection.url ?? defaultUrl(here), key, adminKey));
  }
  if (isDatabase(data)) {
    throw new UsageError('--data takes a file here; for a database, give the --url of the sandbox that has it');
  }
  if (!existsSync(data)) {
    throw new CommandError(`There is no data file ${data}. Make it: crm-sandbox start --data ${data}`);
  }
  const sandbox = await launch({...dataOptionsOfStart(), port: 0, host: defaultHost, data});
  try {
    return await work(await Client.connect(sandbox.url, defaultKey));
  } finally {
    await closeSandbox(sandbox);
  }
}
