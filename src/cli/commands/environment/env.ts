import {choice} from '../../../sandbox/options/values.js';
import {sandboxCommand} from '../../command.js';
import {print} from '../../output/output.js';

/** Within single quotes, only the single quote itself is special. */
const quoted = (value: string, inside: string) => `'${value.replaceAll("'", inside)}'`;

const lines = {
  sh: (name: string, value: string) => `export ${name}=${quoted(value, `'\\''`)}`,
  powershell: (name: string, value: string) => `$env:${name} = ${quoted(value, "''")}`,
  dotenv: (name: string, value: string) => `${name}=${JSON.stringify(value)}`,
};

type Format = keyof typeof lines | 'json';

export const format = choice([...Object.keys(lines), 'json'] as Format[]);

export const printVariables = (form: Format, values: ReadonlyArray<readonly [name: string, value: string]>): void =>
  print(
    form === 'json' ? JSON.stringify(Object.fromEntries(values)) : values.map(pair => lines[form](...pair)).join('\n'),
  );

export const env = sandboxCommand({
  usage: 'env',
  describe: 'Print the address and key of a sandbox as environment variables',
  options: {format: {describe: 'Format of the variables', read: format, fallback: 'sh'}},
  examples: [
    ['env', 'eval "$(crm-sandbox env)" sets CRM_SANDBOX_URL and CRM_SANDBOX_KEY'],
    ['env --format dotenv > .env', 'for tools that read .env files'],
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
