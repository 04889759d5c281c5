import {readFileSync} from 'node:fs';
import {UsageError} from '../options/values.js';

/**
 * Reads a JSON file of the project.
 * @param isNamed true if the user named the file: it must exist then
 * @returns undefined if there is no such file
 * @throws UsageError if the file cannot be read or is not JSON
 */
export function readOptionalJson(file: string, isNamed: boolean): unknown {
  const text = readText(file, isNamed);
  if (text === undefined) {
    return undefined;
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new UsageError(`${file} is not valid JSON: ${(error as Error).message}`);
  }
}

function readText(file: string, isNamed: boolean): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const {code} = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && !isNamed) {
      return undefined;
    }
    throw new UsageError(code === 'ENOENT' ? `There is no file ${file}` : `${file} cannot be read: ${code}`);
  }
}
