import type {ChildProcess} from 'node:child_process';

/** Each of these signals stops a sandbox in the same way. */
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/** Signals that a terminal sends to all of its processes. */
const typed: readonly string[] = ['SIGINT', 'SIGQUIT'];

/** Forwards termination signals to a child process. @returns a function that stops forwarding */
export function passSignals(child: ChildProcess): () => void {
  const pass = (signal: NodeJS.Signals) => {
    // Ctrl-C at a terminal also reaches the child directly, and many programs treat a second signal as "at once".
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
