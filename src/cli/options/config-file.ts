import path from 'node:path';
import {path as readPath, UsageError} from '../../sandbox/options/values.js';
import {nearest} from '../../schema/nearest.js';
import {readOptionalJson} from '../files.js';
import type {Layer, OptionTable} from './option-table.js';

export const configFileName = 'crm-sandbox.config.json';

/** JSON has no comments, so keys with this prefix are ignored. */
export const commentStart = '//';

/**
 * Reads a file of options: a JSON object with the names of flags. `null` means unset. Paths in it are relative to its
 * own folder.
 * @param named the file's name; default: the one in the working folder, if it exists
 * @throws UsageError for an unknown option or an invalid value
 */
export function fromConfigFile(named: string | undefined, table: OptionTable): Layer {
  const file = named ?? configFileName;
  const source = (name: string) => `${file}: ${JSON.stringify(name)}`;
  const said = Object.entries(readObject(file, named !== undefined)).filter(
    ([name, value]) => !name.startsWith(commentStart) && value !== null,
  );
  for (const [name, value] of said) {
    if (!Object.hasOwn(table, name)) {
      const names = Object.keys(table);
      const near = nearest(name, names);
      const hint = near === undefined ? `a file can hold ${names.join(', ')}` : `did you mean ${near}?`;
      throw new UsageError(`${source(name)} is not an option; ${hint}`);
    }
    table[name]!.read(value, source(name));
  }
  const folder = path.dirname(file);
  const values = said.map(([name, value]) => {
    const {read, foundFrom = (said: unknown) => said} = table[name]!;
    return [name, read === readPath ? path.resolve(folder, String(value)) : foundFrom(value, folder)];
  });
  return {values: Object.fromEntries(values), source};
}

function readObject(file: string, isNamed: boolean): object {
  const document = readOptionalJson(file, isNamed);
  if (document === undefined) {
    return {};
  }
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    throw new UsageError(`${file} must hold a JSON object: {"port": 4081}`);
  }
  return document;
}
