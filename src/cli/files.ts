import {createWriteStream, openSync, readFileSync, rmSync, writeSync} from 'node:fs';
import {readFile, rename, rm} from 'node:fs/promises';
import type {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {printableLines} from '../exchanges/printable.js';
import {writeWhole} from '../persistence/replace-file.js';
import {CommandError} from './command-error.js';
import {fileError} from './file-error.js';
import {UsageError} from './options/values.js';
import {endWork} from './output/progress.js';

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

function orRefuse<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw fileError(error) ?? error;
  }
}

/**
 * Appends lines to a file synchronously, so that a killed process loses none.
 * @throws CommandError if the file can't be written
 */
export function logTo(file: string): (line: string) => void {
  const descriptor = orRefuse(() => openSync(file, 'a'));
  return line => {
    try {
      writeSync(descriptor, `${printableLines(line)}\n`);
    } catch {} // a full disk is no reason to stop serving
  };
}

/** Writes atomically, because a script may poll for the file. @throws CommandError if it can't be written */
export const writeNow = (file: string, text: string): void => orRefuse(() => writeWhole(file, [text]));

/** A missing file is not an error. */
export function removeNow(file: string | undefined): void {
  if (file !== undefined) {
    rmSync(file, {force: true});
  }
}

/**
 * Writes a stream to a file atomically: to a temporary file, which is then renamed.
 * @param what a name for the content in error messages
 * @throws CommandError if the file can't be written, or the content ends early
 */
export async function writeStream(file: string, content: Readable, what = 'snapshot'): Promise<void> {
  const beside = `${file}.${process.pid}.tmp`;
  try {
    await pipeline(content, createWriteStream(beside, {flush: true}));
    await rename(beside, file);
  } catch (error) {
    await rm(beside, {force: true}).catch(() => undefined);
    throw fileError(error) ?? early(error as Error, what);
  }
}

const early = ({message}: Error, what: string) =>
  new CommandError(`The sandbox went away before the ${what} was whole: ${message}`);

async function* printableChunks(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const chunk of chunks) {
    yield printableLines(chunk);
  }
}

/** Writes to stdout; a closed pipe is not an error. @throws CommandError if the content ends early */
export async function writeOut(content: Readable): Promise<void> {
  endWork();
  try {
    await (process.stdout.isTTY
      ? pipeline(content.setEncoding('utf8'), printableChunks, process.stdout, {end: false})
      : pipeline(content, process.stdout, {end: false}));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') {
      throw early(error as Error, 'snapshot');
    }
  }
}
