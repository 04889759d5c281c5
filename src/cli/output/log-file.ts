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
