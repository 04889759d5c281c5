import {chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {machineClock, moment} from '../accounts/clock.js';
import {Lock} from '../persistence/lock.js';

const prefix = 'crm-sandbox-intercept-';

/** Where there are no locks, a folder is left alone for as long as the certificate in it is good, and longer. Milliseconds. */
const certainlyOver = 72 * 3_600_000;

/** How often another run may take a folder for one that was left, before it is given up. */
const mostTries = 50;

/** Those of this process that are there. */
const folders = new Set<PrivateFolder>();

const removeAll = () => {
  for (const folder of folders) {
    folder.remove();
  }
};

/** A folder for the files of one run, which nobody else may read; it goes with the process. */
export class PrivateFolder {
  readonly #name: string;
  readonly #lock: Lock | undefined;

  private constructor(name: string, lock: Lock | undefined) {
    this.#name = name;
    this.#lock = lock;
    if (folders.size === 0) {
      process.on('exit', removeAll);
    }
    folders.add(this);
  }

  /** Makes one, and removes what runs left that were killed. @throws the system's own error */
  static make(parent = tmpdir()): PrivateFolder {
    removeLeft(parent);
    for (let tries = 1; ; tries += 1) {
      const name = mkdtempSync(path.join(parent, prefix));
      try {
        chmodSync(name, 0o700);
        return new PrivateFolder(name, Lock.take(lockIn(name)));
      } catch (error) {
        if ((error as Error).name === 'LockUnavailableError') {
          return new PrivateFolder(name, undefined);
        }
        // Another run looked for folders that were left just before this one was locked.
        if (tries === mostTries) {
          throw error;
        }
      }
    }
  }

  /** @returns where the file is */
  write(name: string, content: string): string {
    return writePrivately(this.#name, name, content);
  }

  remove(): void {
    folders.delete(this);
    if (folders.size === 0) {
      process.off('exit', removeAll);
    }
    removeLocked(this.#name, this.#lock);
  }
}

/** Writes a file into such a folder. @returns where it is */
export function writePrivately(folder: string, name: string, content: string): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), {recursive: true, mode: 0o700});
  writeFileSync(file, content, {mode: 0o600});
  return file;
}

const lockIn = (folder: string) => path.join(folder, 'run');

/** What a folder is called that is about to go. */
const going = '.gone';

/** The system ends a lock with its process, so that a folder whose lock can be had belongs to no run. */
function removeLeft(parent: string): void {
  for (const name of readdirSync(parent).filter(entry => entry.startsWith(prefix))) {
    const folder = path.join(parent, name);
    try {
      if (!isOwn(folder)) {
        continue;
      }
      if (name.endsWith(going) || isOld(folder)) {
        rmSync(folder, {recursive: true, force: true});
      } else {
        removeLocked(folder, Lock.take(lockIn(folder)));
      }
    } catch {
      // It belongs to a run, or another one removes it as well.
    }
  }
}

/**
 * Removes a folder that nobody else has: it gets another name while its lock is held, so that no run can take it for its
 * own in between.
 */
function removeLocked(folder: string, lock: Lock | undefined): void {
  const gone = `${folder}${going}`;
  if (isWindows) {
    lock?.release(); // no folder with an open file in it gets another name there
  }
  try {
    renameSync(folder, gone);
    lock?.release();
    rmSync(gone, {recursive: true, force: true});
  } catch {
    // Another run removes it as well.
  } finally {
    lock?.release();
  }
}

const isWindows = process.platform === 'win32';

const isOwn = (folder: string): boolean => {
  const facts = lstatSync(folder);
  return facts.isDirectory() && (process.getuid === undefined || facts.uid === process.getuid());
};

const isOld = (folder: string): boolean => moment(machineClock) - lstatSync(folder).mtimeMs > certainlyOver;
