import {readFileSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {UsageError} from '../sandbox/options/values.js';
import {CommandError} from './command-error.js';
import {fileError} from './file-error.js';

/** @throws CommandError if the file can't be read */
export async function readWhole(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw fileError(error) ?? error;
  }
}

/** @throws CommandError if the file can't be read or is not JSON */
async function readJsonFile(file: string): Promise<unknown> {
  const text = (await readWhole(file)).toString('utf8');
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new CommandError(`${file} is not valid JSON: ${(error as Error).message}`);
  }
}

const seedForm = '{"records": {"constituents": [...]}}';

/**
 * Reads a file of records, in the format of the body of `POST /_sandbox/seed`.
 * @throws CommandError if the file can't be read or has another format
 */
export async function readSeedFile(file: string): Promise<object> {
  const document = await readJsonFile(file);
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    throw new CommandError(`${file} must hold a JSON object: ${seedForm}`);
  }
  if (!('records' in document) && Object.values(document).some(Array.isArray)) {
    throw new CommandError(`${file}: lists of records stand under "records", as in POST /_sandbox/seed: ${seedForm}`);
  }
  return document;
}

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
