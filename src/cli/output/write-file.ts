import {openSync, rmSync, writeSync} from 'node:fs';
import type {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {printableLines} from '../../exchanges/printable.js';
import {Replacement, writeWhole} from '../../persistence/replace-file.js';
import {CommandError} from '../command-error.js';
import {fileError} from '../file-error.js';
import {endWork} from './progress.js';

/** @throws CommandError if the work fails with a file */
export function orRefuse<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw fileError(error) ?? error;
  }
}

/** Appends lines to a file synchronously, so that a killed process loses none. @throws CommandError */
export function logTo(file: string): (line: string) => void {
  const descriptor = orRefuse(() => openSync(file, 'a'));
  return line => {
    try {
      writeSync(descriptor, `${printableLines(line)}\n`);
    } catch {} // the sandbox continues with a full disk
  };
}

/** Writes atomically, because a script may poll for the file. @throws CommandError if it can't be written */
export const writeNow = (file: string, text: string): void => orRefuse(() => writeWhole(file, [text]));

export function removeNow(file: string | undefined): void {
  if (file !== undefined) {
    rmSync(file, {force: true});
  }
}

/**
 * Writes a stream to a file atomically.
 * @param what a name for the content in error messages
 * @throws CommandError if the file can't be written, or the content ends early
 */
export async function writeStream(file: string, content: Readable, what = 'snapshot'): Promise<void> {
  try {
    using replacement = new Replacement(file);
    for await (const chunk of content) {
      replacement.write(chunk as Buffer);
    }
    replacement.sync();
    replacement.commit();
  } catch (error) {
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
