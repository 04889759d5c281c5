import {sandboxCommand} from '../../command.js';
import {format, formats, printVariables} from './shell-formats.js';

/** `eval "$(crm-sandbox env)"`: prints a running sandbox's URL and key as environment variables. */
export const env = sandboxCommand({
  usage: 'env',
  describe: 'Print where a sandbox is and its key, for a shell to take over',
  options: {format: {describe: `One of ${formats.join(', ')}`, only: 'flag', read: format, fallback: 'sh'}},
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
