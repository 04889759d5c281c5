import {execFile} from 'node:child_process';
import {promisify} from 'node:util';

/**
 * Runs a program to its end.
 * @param options milliseconds that it may take; any number where they are left out
 * @returns what it printed
 * @throws the system's own error where it does not run, or fails
 */
export const runProgram = (
  file: string,
  words: readonly string[],
  options: {readonly timeout?: number} = {},
): Promise<{readonly stdout: string}> => promisify(execFile)(file, words, options);
