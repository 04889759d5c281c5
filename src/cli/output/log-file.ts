import {openSync, rmSync, writeSync} from 'node:fs';
import {printableLines} from '../../exchanges/printable.js';
import {writeWhole} from '../../persistence/replace-file.js';
import {fileError} from '../files/file-error.js';

function orRefuse<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw fileError(error) ?? error;
  }
}

/**
 * Adds lines to a file, each at once: a process that is killed loses none.
 * @throws CommandError where the file can't be written
 */
export function logTo(file: string): (line: string) => void {
  const descriptor = orRefuse(() => openSync(file, 'a'));
  return line => {
    try {
      writeSync(descriptor, `${printableLines(line)}\n`);
    } catch {} // a full disk is no reason to stop serving
  };
}

/** Whole or not at all: who waits for the file may read it at any moment. @throws CommandError where it can't be written */
export const writeNow = (file: string, text: string): void => orRefuse(() => writeWhole(file, [text]));

/** What is there no more, or never was, is no error. */
export function removeNow(file: string | undefined): void {
  if (file !== undefined) {
    rmSync(file, {force: true});
  }
}
