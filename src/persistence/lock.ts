import {rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {readIfThere} from './replace-file.js';

/** Another process has the data file. */
export class LockedError extends Error {
  constructor(file: string, holder: number) {
    super(`The data file ${file} is in use by process ${holder}. Stop that one, or use another file.`);
    this.name = 'LockedError';
  }
}

/** What this process holds: in a container every process may have the number that the last one had. */
const held = new Set<string>();

/** One process's hold of a data file: `<file>.lock`, in which its number stands. */
export class Lock {
  readonly #file: string;

  private constructor(file: string) {
    this.#file = file;
  }

  /** @throws LockedError where a process that runs has it; what one left that no longer runs is taken over */
  static take(file: string): Lock {
    const lock = path.resolve(`${file}.lock`);
    while (!create(lock)) {
      const holder = holderOf(lock);
      if (runs(holder, lock)) {
        throw new LockedError(file, holder);
      }
      clearAway(lock);
    }
    held.add(lock);
    return new Lock(lock);
  }

  release(): void {
    if (held.delete(this.#file) && holderOf(this.#file) === process.pid) {
      rmSync(this.#file, {force: true});
    }
  }
}

function create(lock: string): boolean {
  try {
    writeFileSync(lock, `${process.pid}\n`, {flag: 'wx'});
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      return false;
    }
    throw error;
  }
}

/**
 * The number in a lock. One without is given a moment: whoever made it may be about to write it.
 * @returns 0 where none comes: whoever made it was killed on the spot
 */
function holderOf(lock: string): number {
  if (readIfThere(lock)?.length === 0) {
    pause();
  }
  return Number.parseInt(readIfThere(lock)?.toString() ?? '', 10) || 0;
}

function runs(holder: number, lock: string): boolean {
  if (holder <= 0) {
    return false;
  }
  if (holder === process.pid) {
    return held.has(lock);
  }
  try {
    process.kill(holder, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Removes a lock that was left behind. Of several processes that find it, one at a time looks again and removes it:
 * a lock that another has made by then stays.
 */
function clearAway(lock: string): void {
  const guard = `${lock}.guard`;
  if (create(guard)) {
    try {
      if (!runs(holderOf(lock), lock)) {
        rmSync(lock, {force: true});
      }
    } finally {
      rmSync(guard, {force: true});
    }
  } else if (runs(holderOf(guard), guard)) {
    pause();
  } else {
    rmSync(guard, {force: true});
  }
}

const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
