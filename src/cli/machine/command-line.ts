import {readFile} from 'node:fs/promises';
import {runProgram} from './run-program.js';

/**
 * What a process of this machine was started as, its words separated by spaces or by NUL; empty where nobody may see it, or
 * there is no such process.
 */
export const commandLineOf = (pid: number): Promise<string> =>
  process.platform === 'linux'
    ? readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    : runProgram('ps', ['-o', 'command=', '-p', `${pid}`]).then(
        ({stdout}) => stdout,
        () => '',
      );
