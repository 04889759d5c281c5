import {execFile} from 'node:child_process';
import {promisify} from 'node:util';

/**
 * Runs a program and waits for it to end.
 * @param options timeout in milliseconds; default: none
 * @returns its output
 * @throws the system's own error if it cannot run or fails
 */
export const runProgram = (
  file: string,
  words: readonly string[],
  options: {readonly timeout?: number} = {},
): Promise<{readonly stdout: string}> => promisify(execFile)(file, words, options);
