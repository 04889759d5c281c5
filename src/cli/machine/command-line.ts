import {readFile} from 'node:fs/promises';
import {runProgram} from './run-program.js';

/**
 * Returns a process's command line, with words separated by spaces or NUL; empty if access is denied or there is no
 * such process.
 */
export const commandLineOf = (pid: number): Promise<string> =>
  process.platform === 'linux'
    ? readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    : runProgram('ps', ['-o', 'command=', '-p', `${pid}`]).then(
        ({stdout}) => stdout,
        () => '',
      );
