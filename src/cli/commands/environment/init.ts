import {existsSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import type {Option} from '../../../sandbox/options/option.js';
import {flag} from '../../../sandbox/options/values.js';
import {jsonOption} from '../../client/connection.js';
import {command} from '../../command.js';
import {CommandError} from '../../command-error.js';
import {fileError} from '../../file-error.js';
import {configFileName} from '../../options/config-file.js';
import {defined} from '../../options/option-table.js';
import {checkFileOptions, fileTable} from '../../options/start-options.js';

/** Converts the text of a flag for the schema of the file. An invalid value stays unchanged, for the error. */
const typedValue = (value: unknown, label: string) =>
  label === 'number' && /^\d+$/.test(String(value)) ? Number(value) : value;

const typedOptions = Object.fromEntries(
  Object.entries<Option>(fileTable).map(([name, {read, ...option}]) => [
    name,
    {...option, read: Object.assign((value: unknown) => typedValue(value, read.label), read)},
  ]),
);

export const init = command({
  usage: 'init',
  describe: `Write ${configFileName} with the given options, for start, exec and check in this folder`,
  options: {
    ...typedOptions,
    force: {describe: 'Replace an existing file', read: flag()},
    json: {...jsonOption.json, describe: 'Print the name of the file as JSON'},
  },
  examples: [
    ['init', 'then add options to the file'],
    ['init --profile small --findings strict', 'with these two options'],
  ],
  run: async ({force, json: _, ...typed}) => {
    const settings = defined(typed);
    checkFileOptions(settings);
    const schema = schemaPath();
    write({$schema: schema, ...settings}, force);
    return [{file: configFileName}, nextSteps(Object.keys(settings), existsSync(schema))];
  },
});

/** The installed package in this folder or above; otherwise its path after an installation here. */
function schemaPath(): string {
  const inPackage = 'node_modules/crm-sandbox/docs/config.schema.json';
  const folders = process
    .cwd()
    .split(path.sep)
    .map((_, steps) => '../'.repeat(steps) || './');
  return `${folders.find(folder => existsSync(folder + inPackage)) ?? './'}${inPackage}`;
}

function write(settings: object, isForced: boolean): void {
  try {
    writeFileSync(configFileName, `${JSON.stringify(settings, undefined, 2)}\n`, {flag: isForced ? 'w' : 'wx'});
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST'
      ? new CommandError(`There is a ${configFileName} here already; --force replaces it`)
      : (fileError(error) ?? error);
  }
}

const nextSteps = (names: readonly string[], hasSchema: boolean): string =>
  [
    `${configFileName} is written${names.length === 0 ? '' : ` with ${names.join(', ')}`}.`,
    'Add options, such as "profile": "small"; crm-sandbox start --help lists them.',
    ...(hasSchema ? [] : ['Your editor completes them after: npm install --save-dev crm-sandbox']),
    'Next: crm-sandbox start',
  ].join('\n');
