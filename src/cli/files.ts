import {existsSync, readFileSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {jsonIn, UsageError} from '../sandbox/options/values.js';
import {isObject} from '../schema/items.js';
import {CommandError} from './command-error.js';
import {fileError} from './file-error.js';

/** @throws CommandError if the file can't be read */
export const readWhole = (file: string): Promise<Buffer> =>
  readFile(file).catch(error => {
    throw fileError(error) ?? error;
  });

const seedForm = '{"records": {"constituents": [...]}}';

/** Reads a body of `POST /_sandbox/seed`. @throws CommandError if the file can't be read or has another format */
export async function readSeedFile(file: string): Promise<object> {
  const text = (await readWhole(file)).toString('utf8');
  const document = jsonIn(text, file, CommandError);
  if (!isObject(document)) {
    throw new CommandError(`${file} must hold a JSON object: ${seedForm}`);
  }
  if (!('records' in document) && Object.values(document).some(Array.isArray)) {
    throw new CommandError(`${file}: lists of records stand under "records", as in POST /_sandbox/seed: ${seedForm}`);
  }
  return document;
}

/** @param isNamed true if the user named the file, so that it must exist. @throws UsageError if it is not JSON */
export const readOptionalJson = (file: string, isNamed: boolean, otherwise: unknown): unknown =>
  isNamed || existsSync(file) ? jsonIn(readText(file), file) : otherwise;

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const {code} = error as NodeJS.ErrnoException;
    throw new UsageError(code === 'ENOENT' ? `There is no file ${file}` : `${file} cannot be read: ${code}`);
  }
}
