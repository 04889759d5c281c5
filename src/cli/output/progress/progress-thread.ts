import {writeSync} from 'node:fs';
import {parentPort, workerData} from 'node:worker_threads';
import type {Shared} from './progress.js';
import {progressLine} from './progress-line.js';

/**
 * Draws what the main thread works on, which may be too busy to do so itself: a file that is read and looked at row by
 * row keeps it for seconds.
 */
const {fd, columns, patience, shared} = workerData as Shared;
const numbers = new Int32Array(shared);
let {what} = workerData as Shared;

parentPort?.on('message', (said: string) => {
  what = said;
});

setInterval(() => {
  const elapsed = performance.now();
  // The line is the main thread's while that writes.
  if (elapsed < patience || Atomics.compareExchange(numbers, 0, 0, 1) !== 0) {
    return;
  }
  const [, , done = 0, total = 0] = numbers;
  const line = progressLine({what, done, total, elapsed}, columns);
  try {
    writeSync(fd, `\r\x1b[K${line}`);
    Atomics.store(numbers, 1, 1);
  } catch {} // a terminal that takes no more for now gets the next one
  Atomics.store(numbers, 0, 0);
  Atomics.notify(numbers, 0);
}, 100);
