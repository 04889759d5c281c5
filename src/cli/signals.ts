import {type ChildProcess, execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {isDatabase} from '../persistence/postgres/address.js';
import type {RunningSandbox} from '../sandbox/start-sandbox.js';
import {exitCodes} from './command-error.js';
import {closeSandbox} from './launch.js';
import type {readStartOptions} from './options/start-options.js';
import {printError} from './output/output.js';
import {removeNow} from './output/write-file.js';
import {isAlive} from './processes.js';

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/** Signals that a terminal sends to all of its processes. */
const typed: readonly string[] = ['SIGINT', 'SIGQUIT'];

/** Forwards termination signals to a child process. @returns a function that stops forwarding */
export function passSignals(child: ChildProcess): () => void {
  const pass = (signal: NodeJS.Signals) => {
    // Ctrl-C at a terminal also reaches the child directly, and many programs treat a second signal as "immediately".
    if (!typed.includes(signal) || !process.stdin.isTTY) {
      child.kill(signal);
    }
  };
  return onStopSignals(pass);
}

/** @returns a function that stops listening */
export function onStopSignals(handle: (signal: NodeJS.Signals) => void): () => void {
  for (const signal of stopSignals) {
    process.on(signal, handle);
  }
  return () => {
    for (const signal of stopSignals) {
      process.off(signal, handle);
    }
  };
}

/** Milliseconds. A terminal, npx and a process manager may all forward one Ctrl-C: signals this close count as one. */
const together = 100;

type Unfinished = Partial<Pick<ReturnType<typeof readStartOptions>, 'export-on-exit' | 'data' | 'port-file'>>;

/** The first signal stops gracefully and saves data; a second one exits immediately and lists the unsaved data. */
export function stopOnSignal(sandbox: RunningSandbox, unfinished: Unfinished): void {
  let stoppedAt: number | undefined;
  const stop = async () => {
    const now = performance.now();
    if (stoppedAt !== undefined) {
      if (now - stoppedAt > together) {
        printError(notDone(unfinished));
        process.exit(exitCodes.interrupted);
      }
      return;
    }
    try {
      const closed = closeSandbox(sandbox);
      stoppedAt = performance.now(); // earlier signals belong to the first one
      await closed;
      removeNow(unfinished['port-file']);
    } catch (error) {
      printError((error as Error).message);
      process.exit(exitCodes.failure);
    }
    process.exit(exitCodes.ok);
  };
  onStopSignals(stop);
}

function notDone({'export-on-exit': exported, data}: Unfinished): string {
  const file = exported === undefined ? '' : `; ${exported} was not written`;
  const log =
    data === undefined || isDatabase(data) ? '' : `; ${data} was not rewritten, and the log next to it has the changes`;
  return `Stopped at once: requests in flight were not finished${file}${log}.`;
}

/** Milliseconds between checks. */
const interval = 500;

/**
 * `npx crm-sandbox start` runs three processes: npx, a shell, and this one. A signal to npx ends npx and the shell but
 * does not reach this process, which would become an orphan. So it shuts down, as after SIGTERM, when npx has ended.
 * The same applies to `npm start`. A script that starts a background process (`crm-sandbox start &`) does so on
 * purpose. This does not work on Windows, where a process cannot find its shell's parent.
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

/** An orphan gets a new parent, which is cheap to detect on Linux; other systems would need a child process. */
const hasLeft = (parent: number, child: number) =>
  process.platform === 'linux' ? parentOf(child) !== parent : !isAlive(parent);

/** `pid (name) state ppid ...` on Linux; a name may contain parentheses. */
function parentOf(pid: number): number | undefined {
  try {
    const stat =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) \S+ /s, '')
        : execFileSync('ps', ['-o', 'ppid=', '-p', `${pid}`], {encoding: 'utf8'});
    return Number.parseInt(stat, 10) || undefined;
  } catch {
    return undefined;
  }
}
