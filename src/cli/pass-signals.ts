import type {ChildProcess} from 'node:child_process';

/** Passes the signals that end a process on to a child. @returns what ends it */
export function passSignals(child: ChildProcess): () => void {
  const pass = (signal: NodeJS.Signals) => {
    // Ctrl-C at a terminal reaches the child by itself, and twice is "at once" to many.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) {
      child.kill(signal);
    }
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;
  for (const signal of signals) {
    process.on(signal, pass);
  }
  return () => {
    for (const signal of signals) {
      process.off(signal, pass);
    }
  };
}
