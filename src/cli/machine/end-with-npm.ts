import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';

/** How often to look. Milliseconds. */
const interval = 500;

/**
 * `npx crm-sandbox start` is three processes: npx, a shell, and this one. A signal to npx ends it and the shell, which
 * tell nobody, and this one would go on with nobody who knows of it. So it ends as SIGTERM ends it once npx is gone.
 * The same where `npm start` runs it. A script that leaves a sandbox behind (`crm-sandbox start &`) means it.
 *
 * Not on Windows, where a process does not learn who started its shell.
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

/** A process whose parent ends gets another one. On Linux that costs nothing to see; elsewhere a process would be made to look. */
const hasLeft = (parent: number, child: number) =>
  process.platform === 'linux' ? parentOf(child) !== parent : !isAlive(parent);

/** `pid (name) state ppid ...` on Linux; a name may hold brackets. */
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

/** A process of another user is alive too. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
