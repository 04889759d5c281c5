import {readFile} from 'node:fs/promises';
import {runProgram} from './run-program.js';

/** `node bin/crm-sandbox.js start`, its words separated by spaces or by NUL. */
const commandLine = /(?:^|[\\/])crm-sandbox(?:\.js)?[\0 ]/;

/** Whether a process of this machine runs crm-sandbox: not whether it could be sent a signal, nor whether it is a zombie. */
export async function isSandboxProcess(pid: number): Promise<boolean> {
  switch (process.platform) {
    case 'linux':
      return commandLine.test(await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''));
    case 'win32':
      return isAlive(pid);
    default:
      return commandLine.test(
        await runProgram('ps', ['-o', 'command=', '-p', `${pid}`]).then(
          ({stdout}) => stdout,
          () => '',
        ),
      );
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
