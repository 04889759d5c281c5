import type {RunningSandbox} from '../sandbox/start-sandbox.js';
import {exitCodes} from './exit-codes.js';
import {closeSandbox} from './launch.js';
import {removeNow} from './output/log-file.js';
import {printError} from './output/output.js';
import {stopSignals} from './pass-signals.js';

/** Milliseconds. A terminal, npx and a process manager may all forward one Ctrl-C: signals this close count as one. */
const together = 100;

/** The work that a forced stop leaves undone. */
interface Unfinished {
  readonly 'export-on-exit'?: string | undefined;
  readonly data?: string | undefined;
  readonly 'port-file'?: string | undefined;
}

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
      stoppedAt = performance.now(); // signals that arrive until now belong to the first
      await closed;
      removeNow(unfinished['port-file']);
    } catch (error) {
      printError((error as Error).message);
      process.exit(exitCodes.failure);
    }
    process.exit(exitCodes.ok);
  };
  for (const signal of stopSignals) {
    process.on(signal, stop);
  }
}

function notDone({'export-on-exit': exported, data}: Unfinished): string {
  const files = [
    ...(exported === undefined ? [] : [`${exported} was not written`]),
    ...(data === undefined ? [] : [`${data} was not written anew, and its log beside it has the changes`]),
  ];
  return `Stopped at once: ${['requests in flight were not finished', ...files].join('; ')}.`;
}
