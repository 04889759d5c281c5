import {createWriteStream} from 'node:fs';
import {rename, rm} from 'node:fs/promises';
import type {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {printableLines} from '../../exchanges/printable.js';
import {CommandError} from '../command-error.js';
import {fileError} from '../files/file-error.js';
import {endWork} from './progress.js';

/**
 * Writes a stream to a file atomically: to a temporary file, which is then renamed.
 * @param what a name for the content in error messages
 * @throws CommandError if the file can't be written, or the content ends early
 */
export async function writeWhole(file: string, content: Readable, what = 'snapshot'): Promise<void> {
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
