import type {ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {constants} from 'node:os';

/** Characters. Only the end of a command's output is kept. */
const maxLength = 16_384;

/** Milliseconds between the request to stop and the kill. */
const grace = 2000;

/** The abort reason for a signal that kills a command immediately, as in a crash. */
export const killed = 'killed';

/**
 * Runs a command in its own process group, so that its child processes end with it, and captures its output.
 * @param signal ends it; the promise settles when the process has ended
 * @returns its exit code, as a shell reports it, and the end of its output on both streams
 * @throws the system's own error if the command cannot run
 */
export async function runCaptured(
  [command = '', ...words]: readonly string[],
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
  shell = false,
) {
  const {default: spawn} = await import('cross-spawn');
  const child = spawn(command, words, {stdio: ['ignore', 'pipe', 'pipe'], env, shell, detached: !isWindows});
  let output = '';
  const keep = (chunk: string) => {
    output = (output + chunk).slice(-maxLength);
  };
  child.stdout!.setEncoding('utf8').on('data', keep);
  child.stderr!.setEncoding('utf8').on('data', keep);
  const end = () => endGroup(child, signal.reason === killed ? 0 : grace);
  signal.addEventListener('abort', end, {once: true});
  try {
    const [code, name] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    return {code: name === null ? code! : 128 + constants.signals[name], output};
  } finally {
    signal.removeEventListener('abort', end);
  }
}

const isWindows = process.platform === 'win32';

/** @param patience milliseconds until the group is killed; 0 to kill it immediately */
function endGroup(child: ChildProcess, patience: number): void {
  const send = (signal: NodeJS.Signals) => {
    try {
      process.kill(isWindows ? child.pid! : -child.pid!, signal);
    } catch {} // the process has already ended
  };
  send(patience === 0 ? 'SIGKILL' : 'SIGTERM');
  if (patience > 0) {
    const kill = setTimeout(() => send('SIGKILL'), patience);
    child.once('close', () => clearTimeout(kill));
  }
}
