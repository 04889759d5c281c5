import {
  closeSync,
  fsync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import {setImmediate} from 'node:timers/promises';
import {promisify} from 'node:util';
import {realFile} from './real-file.js';

/** One that is given up must not take away the next one's. */
let replacements = 0;

/**
 * A file that is to take another one's place: written beside it, under a name that nobody reads, and on the disk. Until
 * it is committed nothing has happened; one that never is goes when its block ends.
 */
export class Replacement implements Disposable {
  readonly #file: string;
  readonly #temporary: string;

  /** It blocks, so that nothing else is written meanwhile. @throws the system's own error, or the chunks' */
  constructor(file: string, chunks: Iterable<string>) {
    this.#file = file;
    replacements += 1;
    this.#temporary = `${file}.${process.pid}${String(replacements).padStart(6, '0')}.tmp`;
    try {
      writeOut(this.#temporary, chunks);
    } catch (error) {
      this[Symbol.dispose]();
      throw error;
    }
  }

  /**
   * The same, some milliseconds at a time: others get their turn in between.
   * @param goesOn asked before each step; it throws to give up
   */
  static async inSteps(file: string, chunks: Iterable<string>, goesOn: () => void): Promise<Replacement> {
    const replacement = new Replacement(file, []);
    try {
      await writeInSteps(replacement.#temporary, chunks, goesOn);
      return replacement;
    } catch (error) {
      replacement[Symbol.dispose]();
      throw error;
    }
  }

  commit(): void {
    renameSync(this.#temporary, this.#file);
    syncFolder(path.dirname(this.#file));
  }

  [Symbol.dispose](): void {
    rmSync(this.#temporary, {force: true});
  }
}

/**
 * Writes a file as a whole or not at all; where a link has its name, the file that the link leads to.
 * @throws the system's own error, or the chunks'; the file is as it was, then
 */
export function writeWhole(file: string, chunks: Iterable<string>): void {
  using replacement = new Replacement(realFile(file), chunks);
  replacement.commit();
}

/**
 * Finds out whether a file can be written, before there is anything to write.
 * @throws the system's own error where it can't; the file is as it was in any case
 */
export function checkReplaceable(file: string): void {
  const real = realFile(file);
  if (statSync(real, {throwIfNoEntry: false})?.isDirectory()) {
    throw Object.assign(new Error(`EISDIR: illegal operation on a directory, open '${file}'`), {
      code: 'EISDIR',
      syscall: 'open',
      path: file,
    });
  }
  using _replacement = new Replacement(real, []);
}

function writeOut(file: string, chunks: Iterable<string>): void {
  const descriptor = openSync(file, 'w');
  try {
    for (const chunk of chunks) {
      writeFileSync(descriptor, chunk);
    }
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Milliseconds: others have to wait as long. */
const longestStep = 10;

async function writeInSteps(file: string, chunks: Iterable<string>, goesOn: () => void): Promise<void> {
  const descriptor = openSync(file, 'w');
  try {
    let start = performance.now();
    for (const chunk of chunks) {
      writeFileSync(descriptor, chunk);
      if (performance.now() - start > longestStep) {
        await setImmediate();
        goesOn();
        start = performance.now();
      }
    }
    await promisify(fsync)(descriptor);
    goesOn();
  } finally {
    closeSync(descriptor);
  }
}

/** The new name must be on the disk too. Not every system opens a folder; those that don't write names by themselves. */
function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {}
}

/** Removes what processes left that were killed while they wrote a file. Only for one that no other process writes. */
export function removeUnfinished(file: string): void {
  const folder = path.dirname(file);
  const start = `${path.basename(file)}.`;
  const isUnfinished = (name: string) => name.startsWith(start) && /^\d+\.tmp$/.test(name.slice(start.length));
  for (const name of readdirSync(folder).filter(isUnfinished)) {
    rmSync(path.join(folder, name), {force: true});
  }
}

/** @returns undefined where there is no such file */
export function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}
