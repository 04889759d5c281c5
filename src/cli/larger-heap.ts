import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {totalmem} from 'node:os';
import {getHeapStatistics} from 'node:v8';
import type {Profile} from '../../fixtures/index.js';
import {bytesOf} from '../../fixtures/size.js';
import {heapToGive} from '../workload/heap.js';
import {endedBy} from './exit-codes.js';
import {passSignals} from './pass-signals.js';

const flag = '--max-old-space-size';

const mebibyte = 1024 * 1024;

/** Of all memory, what a heap may be. */
const share = 0.85;

/**
 * What Node must be started with, so that its heap has room for the data: nothing where it has, where somebody has said
 * how large it is to be, and where the machine has not so much. Then the data are refused with a sentence.
 */
export function heapFlags(
  {constituents = 0}: {readonly constituents?: number | undefined; readonly profile?: Profile | undefined},
  {memory, words}: MachineFacts = machineFacts(),
): string[] {
  const mebibytes = heapToGive(bytesOf(constituents));
  const isEnough = getHeapStatistics().heap_size_limit >= mebibytes * mebibyte;
  const isSaid = words.some(word => word.includes(flag.slice(2)));
  return isEnough || isSaid || mebibytes * mebibyte > memory * share ? [] : flagsFor(mebibytes);
}

/**
 * Most of what is made at the start stays, and takes half of it, so that collecting it on the way is in vain: a fifth less time goes by where the heap may
 * grow at first, and where new objects are looked at less often.
 */
const flagsFor = (mebibytes: number): string[] => [
  `${flag}=${mebibytes}`,
  `--initial-old-space-size=${Math.round(mebibytes * 0.55)}`,
  '--min-semi-space-size=16',
  '--max-semi-space-size=32',
];

/** What the machine has, and what Node was told. */
interface MachineFacts {
  /** Bytes. */
  readonly memory: number;
  readonly words: readonly string[];
}

const machineFacts = (): MachineFacts => ({
  memory: memory(),
  words: [process.env['NODE_OPTIONS'] ?? '', ...process.execArgv],
});

/** Bytes: what the machine has, or the container. */
function memory(): number {
  const constrained = process.constrainedMemory?.() ?? 0;
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

/**
 * Runs the same command line in a process of its own, which takes the place of this one: it has its streams, gets its
 * signals, and does not outlive it. A heap cannot be made larger once it is there.
 */
export async function runWith(flags: readonly string[]): Promise<void> {
  const child: ChildProcess = spawn(process.execPath, [...flags, ...process.execArgv, ...process.argv.slice(1)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  const stopPassing = passSignals(child);
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  stopPassing();
  process.exitCode = signal === null ? code! : endedBy(signal);
}

/** To be called by what `runWith` may have started: ends it as a signal does when the other one was killed. */
export function endWithParent(): void {
  if (process.channel !== undefined && process.execArgv.some(word => word.startsWith(flag))) {
    process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
    process.channel?.unref();
  }
}
