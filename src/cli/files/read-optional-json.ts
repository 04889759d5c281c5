import {readFileSync} from 'node:fs';
import {UsageError} from '../options/values.js';

/**
 * What a JSON file beside the project holds.
 * @param isNamed whether somebody asked for it: then it must be there
 * @returns undefined where there is none
 * @throws UsageError where it cannot be read, or is no JSON
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
