import type {ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {endedBy} from '../exit-codes.js';

/** How much of what a command says is kept: its end. Characters. */
const most = 16_384;

/** How long a command has to end by itself once it is told to. Milliseconds. */
const grace = 2000;

/** How a command ended that was not shown while it ran. */
export interface CapturedRun {
  readonly code: number;
  /** The end of what it said, on both streams. */
  readonly output: string;
}

/**
 * Runs a command that nobody watches. It gets a group of its own, so that what it started ends with it.
 * @param signal ends it; the promise settles once it is gone
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
    } catch {} // it is gone
  };
  send('SIGTERM');
  const kill = setTimeout(() => send('SIGKILL'), grace);
  child.once('close', () => clearTimeout(kill));
}
