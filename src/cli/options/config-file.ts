import path from 'node:path';
import {path as readPath, UsageError} from '../../sandbox/options/values.js';
import {isObject} from '../../schema/items.js';
import {nearest} from '../../schema/nearest.js';
import {readOptionalJson} from '../files.js';
import {type Layer, type OptionTable, replacementOf} from './option-table.js';

export const configFileName = 'crm-sandbox.config.json';

/** JSON has no comments, so keys with this prefix are ignored. */
export const commentStart = '//';

/**
 * Reads an options file: a JSON object with the names of flags. `null` means unset, and `$schema` is for editors. Paths
 * in the file are relative to its own folder.
 * @param named the file's name; default: the one in the working folder, if it exists
 * @throws UsageError for an unknown option or an invalid value
 */
export function fromConfigFile(named: string | undefined, table: OptionTable): Layer {
  const file = named ?? configFileName;
  const document = readOptionalJson(file, named !== undefined, {});
  if (!isObject(document)) {
    throw new UsageError(`${file} must hold a JSON object: {"port": 4081}`);
  }
  const entries = Object.entries(document).flatMap(([name, value]) => {
    if (name === '$schema' || name.startsWith(commentStart) || value === null) {
      return [];
    }
    const source = `${file}: ${JSON.stringify(name)}`;
    if (!Object.hasOwn(table, name)) {
      const near = nearest(name, Object.keys(table));
      const usual = near === undefined ? `a file can hold ${Object.keys(table).join(', ')}` : `did you mean ${near}?`;
      const hint = replacementOf(name) ?? usual;
      throw new UsageError(`${source} is not an option; ${hint}`);
    }
    const {read, foundFrom} = table[name]!;
    read(value, source);
    const folder = path.dirname(file);
    const resolved = read === readPath ? path.resolve(folder, String(value)) : value;
    return [[name, {value: foundFrom?.(value, folder) ?? resolved, source}]];
  });
  return Object.fromEntries(entries);
}
