import {commandLineOf} from './command-line.js';

/** `node bin/crm-sandbox.js start`, its words separated by spaces or by NUL. */
const commandLine = /(?:^|[\\/])crm-sandbox(?:\.js)?[\0 ]/;

/** Whether a process of this machine runs crm-sandbox: not whether it could be sent a signal, nor whether it is a zombie. */
export async function isSandboxProcess(pid: number): Promise<boolean> {
  return process.platform === 'win32' ? isAlive(pid) : commandLine.test(await commandLineOf(pid));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
