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
import {checkMemory} from '../accounts/memory.js';
import {insufficientStorage} from '../errors.js';
import {realFile} from './real-file.js';

/** Makes names unique: an abandoned replacement must not delete the next one's file. */
let replacements = 0;

/** Milliseconds that other work may have to wait. */
const longestStep = 10;

/**
 * A new version of a file, written next to it under a temporary name. The original is unchanged until `commit`. Without
 * a commit, the temporary file is deleted at the end of the block.
 */
export class Replacement implements Disposable {
  readonly #file: string;
  readonly #temporary: string;
  #descriptor: number | undefined;

  constructor(file: string) {
    this.#file = file;
    replacements += 1;
    this.#temporary = `${file}.${process.pid}${String(replacements).padStart(6, '0')}.tmp`;
    this.#descriptor = openSync(this.#temporary, 'w');
  }

  /**
   * Like `writeAll`, in turns of some milliseconds that let other work proceed.
   * @param beforeStep called before each step; it throws to cancel
   */
  static async inTurns(file: string, chunks: Iterable<string>, beforeStep: () => void): Promise<Replacement> {
    const replacement = new Replacement(file);
    try {
      let start = performance.now();
      for (const chunk of chunks) {
        replacement.write(chunk);
        if (performance.now() - start > longestStep) {
          await setImmediate();
          beforeStep();
          start = performance.now();
        }
      }
      await promisify(fsync)(replacement.#descriptor!);
      beforeStep();
      return replacement;
    } catch (error) {
      replacement[Symbol.dispose]();
      throw error;
    }
  }

  /** Blocks, so that nothing else is written meanwhile. @throws a system error, or errors of the chunks */
  writeAll(chunks: Iterable<string>): void {
    for (const chunk of chunks) {
      this.write(chunk);
    }
    this.sync();
  }

  write(chunk: string | Uint8Array): void {
    writeFileSync(this.#descriptor!, chunk);
  }

  /** Call it before `commit`: a full disk may only be reported here. */
  sync(): void {
    fsyncSync(this.#descriptor!);
  }

  commit(): void {
    this.#close();
    renameSync(this.#temporary, this.#file);
    syncFolder(path.dirname(this.#file));
  }

  [Symbol.dispose](): void {
    this.#close();
    rmSync(this.#temporary, {force: true});
  }

  #close(): void {
    if (this.#descriptor !== undefined) {
      closeSync(this.#descriptor);
      this.#descriptor = undefined;
    }
  }
}

/**
 * Writes a file atomically; a link is resolved first.
 * @throws a system error, or errors of the chunks; the file is then unchanged
 */
export function writeWhole(file: string, chunks: Iterable<string>): void {
  using replacement = new Replacement(realFile(file));
  replacement.writeAll(chunks);
  replacement.commit();
}

/**
 * Checks that a file can be replaced, before there is data to write. It leaves the file unchanged.
 * @throws a system error if it can't be replaced
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
  using _replacement = new Replacement(real);
}

/** Syncs the new name to disk. Systems that cannot open a folder sync names themselves. */
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

/** Removes temporary files of killed processes. Only safe if no other process writes the file. */
export function removeUnfinished(file: string): void {
  const folder = path.dirname(file);
  const start = `${path.basename(file)}.`;
  const isUnfinished = (name: string) => name.startsWith(start) && /^\d+\.tmp$/.test(name.slice(start.length));
  for (const name of readdirSync(folder).filter(isUnfinished)) {
    rmSync(path.join(folder, name), {force: true});
  }
}

/** Bytes. Node's limit for reading a file in one call. */
export const largestFile = 2 ** 31 - 1;

/** Heap needed for the data in a file, per byte. Measured at 75 MB: 1.01 at the end, of which 0.81 remain. */
const heapOfByte = 1.4;

/** @throws a system error with the file's name, or ApiError if the data would not fit into the heap */
export function readFile(file: string): Buffer {
  const size = statSync(file).size;
  if (size > largestFile) {
    throw insufficientStorage(`${file} is too large to be read: it has ${size} bytes, and ${largestFile} are the most`);
  }
  checkMemory(`the data in ${file}`, size * heapOfByte);
  try {
    return readFileSync(file);
  } catch (error) {
    throw Object.assign(error as Error, {path: file}); // the system's error omits it for a folder
  }
}

/** @returns undefined if there is no such file */
export const readIfThere = (file: string): Buffer | undefined =>
  statSync(file, {throwIfNoEntry: false}) && readFile(file);
