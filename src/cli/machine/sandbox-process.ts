import {commandLineOf} from './command-line.js';

/** Matches `node bin/crm-sandbox.js start`, with words separated by spaces or NUL. */
const commandLine = /(?:^|[\\/])crm-sandbox(?:\.js)?[\0 ]/;

/** True if the process runs crm-sandbox. It may still be a zombie, or belong to another user. */
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
