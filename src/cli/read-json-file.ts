import {readFile} from 'node:fs/promises';
import {CommandError} from './command-error.js';
import {fileError} from './file-error.js';

/** A file to be sent. @throws CommandError where it can't be read */
export async function readWhole(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw fileError(error) ?? error;
  }
}

/** @throws CommandError where the file can't be read, or is no JSON */
export async function readJsonFile(file: string): Promise<unknown> {
  const text = (await readWhole(file)).toString('utf8');
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new CommandError(`${file} is not valid JSON: ${(error as Error).message}`);
  }
}
