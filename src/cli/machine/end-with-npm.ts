import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';

/** Milliseconds between checks. */
const interval = 500;

/**
 * `npx crm-sandbox start` runs three processes: npx, a shell, and this one. A signal to npx ends npx and the shell but
 * does not reach this process, which would become an orphan. So it shuts down, as after SIGTERM, when npx is gone. The
 * same applies to `npm start`. A script that starts a background process (`crm-sandbox start &`) does so on purpose.
 * This does not work on Windows, where a process cannot find its shell's parent.
 */
export function endWithNpm({npm_lifecycle_script: script = ''} = process.env): void {
  if (process.platform === 'win32' || !/^[^&|;]*\bcrm-sandbox\b[^&|;]*$/.test(script)) {
    return;
  }
  const shell = process.ppid;
  const npm = parentOf(shell);
  if (npm === undefined) {
    return;
  }
  setInterval(() => {
    if (process.ppid !== shell || hasLeft(npm, shell)) {
      process.kill(process.pid, 'SIGTERM');
    }
  }, interval).unref();
}

/** An orphan gets a new parent. Linux shows this at no cost; other systems would need a child process to check. */
const hasLeft = (parent: number, child: number) =>
  process.platform === 'linux' ? parentOf(child) !== parent : !isAlive(parent);

/** `pid (name) state ppid ...` on Linux; a name may contain parentheses. */
function parentOf(pid: number): number | undefined {
  try {
    const told =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) \S+ /s, '')
        : execFileSync('ps', ['-o', 'ppid=', '-p', `${pid}`], {encoding: 'utf8'});
    return Number.parseInt(told, 10) || undefined;
  } catch {
    return undefined;
  }
}

/** A permission error means that the process exists, but belongs to another user. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
