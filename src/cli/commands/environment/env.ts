import {choice} from '../../../sandbox/options/values.js';
import {sandboxCommand} from '../../command.js';
import {print} from '../../output/output.js';

/** Within single quotes, only the single quote itself is special. */
const quoted = (value: string, inside: string) => `'${value.replaceAll("'", inside)}'`;

type Write = (values: ReadonlyArray<readonly [name: string, value: string]>) => string;

const aLine =
  (line: (name: string, value: string) => string): Write =>
  values =>
    values.map(pair => line(...pair)).join('\n');

const writers = {
  sh: aLine((name, value) => `export ${name}=${quoted(value, `'\\''`)}`),
  powershell: aLine((name, value) => `$env:${name} = ${quoted(value, "''")}`),
  dotenv: aLine((name, value) => `${name}=${JSON.stringify(value)}`),
  json: values => JSON.stringify(Object.fromEntries(values)),
} satisfies Record<string, Write>;

export const formats = Object.keys(writers) as Array<keyof typeof writers>;

export const format = choice(formats);

export const printVariables = (asked: keyof typeof writers, values: Parameters<Write>[0]): void =>
  print(writers[asked](values));

export const env = sandboxCommand({
  usage: 'env',
  describe: 'Print where a sandbox is and its key, for a shell to take over',
  options: {format: {describe: `One of ${formats.join(', ')}`, read: format, fallback: 'sh'}},
  examples: [
    ['env', 'eval "$(crm-sandbox env)" sets CRM_SANDBOX_URL and CRM_SANDBOX_KEY'],
    ['env --format dotenv > .env', 'for what reads such a file'],
  ],
  run: async ({url, key, adminKey}, {format = 'sh', json}) => {
    const values = [
      ['CRM_SANDBOX_URL', url],
      ['CRM_SANDBOX_KEY', key],
      ...(adminKey === undefined ? [] : [['CRM_SANDBOX_ADMIN_KEY', adminKey] as const]),
    ] as const;
    printVariables(json ? 'json' : format, values);
  },
});
