import type {RunningSandbox} from '../sandbox/start-sandbox.js';
import {exitCodes} from './exit-codes.js';
import {closeSandbox} from './launch.js';
import {removeNow} from './output/log-file.js';
import {printError} from './output/output.js';
import {stopSignals} from './pass-signals.js';

/** A terminal, npx and a process manager may all send the same Ctrl-C: what comes so close together is one. Milliseconds. */
const together = 100;

/** What a stop leaves undone that is ended before its end. */
interface Unfinished {
  readonly 'export-on-exit'?: string | undefined;
  readonly data?: string | undefined;
  readonly 'port-file'?: string | undefined;
}

/** The first signal finishes what is in flight, and writes what is to be kept; a second one ends it at once, and says what it did not do. */
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
      stoppedAt = performance.now(); // what comes while it begins to close was sent together with the first
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
