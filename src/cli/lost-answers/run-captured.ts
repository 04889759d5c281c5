import type {ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {endedBy} from '../exit-codes.js';

/** Characters. Only the end of a command's output is kept. */
const most = 16_384;

/** Milliseconds between the request to stop and the kill. */
const grace = 2000;

export interface CapturedRun {
  readonly code: number;
  /** The end of its output, on both streams. */
  readonly output: string;
}

/**
 * Runs a command in its own process group, so that its child processes end with it, and captures its output.
 * @param signal ends it; the promise settles when the process is gone
 */
export async function runCaptured(
  [command = '', ...words]: readonly string[],
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<CapturedRun> {
  const {default: spawn} = await import('cross-spawn');
  const child = spawn(command, words, {stdio: ['ignore', 'pipe', 'pipe'], env, detached: !isWindows});
  let output = '';
  const keep = (chunk: string) => {
    output = (output + chunk).slice(-most);
  };
  child.stdout!.setEncoding('utf8').on('data', keep);
  child.stderr!.setEncoding('utf8').on('data', keep);
  const end = () => endGroup(child);
  signal.addEventListener('abort', end, {once: true});
  try {
    const [code, name] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    return {code: name === null ? code! : endedBy(name), output};
  } finally {
    signal.removeEventListener('abort', end);
  }
}

const isWindows = process.platform === 'win32';

function endGroup(child: ChildProcess): void {
  const send = (signal: NodeJS.Signals) => {
    try {
      process.kill(isWindows ? child.pid! : -child.pid!, signal);
    } catch {} // the process is gone
  };
  send('SIGTERM');
  const kill = setTimeout(() => send('SIGKILL'), grace);
  child.once('close', () => clearTimeout(kill));
}
