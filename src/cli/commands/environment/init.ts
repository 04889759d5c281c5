import {writeFileSync} from 'node:fs';
import {flag} from '../../../sandbox/options/values.js';
import {jsonOption} from '../../client/connection.js';
import {command} from '../../command.js';
import {CommandError} from '../../command-error.js';
import {fileError} from '../../file-error.js';
import {commentStart, configFileName} from '../../options/config-file.js';
import type {OptionTable} from '../../options/option-table.js';
import {fileTable} from '../../options/start-options.js';

export const init = command({
  usage: 'init',
  describe: `Write ${configFileName}, which start and exec read in this folder`,
  options: {
    force: {describe: 'Replace the file that is there', read: flag()},
    json: {...jsonOption.json, describe: 'Print the name of the file as JSON'},
  },
  examples: [['init', 'then edit the file']],
  run: async ({force}) => {
    try {
      writeFileSync(configFileName, configText(fileTable), {flag: force ? 'w' : 'wx'});
    } catch (error) {
      throw (error as NodeJS.ErrnoException).code === 'EEXIST'
        ? new CommandError(`There is a ${configFileName} here already; --force replaces it`)
        : (fileError(error) ?? error);
    }
    return [{file: configFileName}, `${configFileName} is written: edit it, then crm-sandbox start`];
  },
});

const intro =
  'Options of crm-sandbox start and exec in this folder. A flag wins over the environment, and the environment over ' +
  'this file. A key that starts with // is a comment; null says nothing.';

function configText(table: OptionTable): string {
  const lines = Object.entries(table).flatMap(([name, {describe, fallback, read}]) => [
    [`${commentStart} ${name}`, describe],
    [name, fallback ?? read(undefined, '') ?? null], // an option that is not set is null, or an empty list
  ]);
  return `${JSON.stringify(Object.fromEntries([[commentStart, intro], ...lines]), undefined, 2)}\n`;
}
