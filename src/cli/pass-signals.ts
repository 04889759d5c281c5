import type {ChildProcess} from 'node:child_process';

/** What asks a process to end: each stops a sandbox in the same way. */
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/** What a terminal sends to all that run in it. */
const typed: readonly string[] = ['SIGINT', 'SIGQUIT'];

/** Passes the signals that end a process on to a child. @returns what ends it */
export function passSignals(child: ChildProcess): () => void {
  const pass = (signal: NodeJS.Signals) => {
    // Ctrl-C at a terminal reaches the child by itself, and twice is "at once" to many.
    if (!typed.includes(signal) || !process.stdin.isTTY) {
      child.kill(signal);
    }
  };
  for (const signal of stopSignals) {
    process.on(signal, pass);
  }
  return () => {
    for (const signal of stopSignals) {
      process.off(signal, pass);
    }
  };
}
