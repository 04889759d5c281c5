import {closeSync, ftruncateSync, openSync, readFileSync, rmSync, writeSync} from 'node:fs';
import os from 'node:os';
import {fileURLToPath} from 'node:url';
import {packageFolder} from '../version.js';
import {isStillAt} from './file-identity.js';

/** Another process has the data file. */
export class LockedError extends Error {
  constructor(file: string, holder: string) {
    super(
      `The data file ${file} is in use by ${holder || 'another process'}, which is running. Stop that one, or use another file.`,
    );
    this.name = 'LockedError';
  }
}

/** Nobody can say whether another process has the data file. */
export class LockUnavailableError extends Error {
  constructor(file: string, reason: unknown) {
    const {code = '', message} = reason as NodeJS.ErrnoException;
    const isMissing = code.startsWith('ERR_DLOPEN');
    super(
      isMissing
        ? `The data file ${file} cannot be locked: there are no locks for ${process.platform} on ${process.arch}, or Node may not load them (${code}). Start without --data.`
        : `The data file ${file} cannot be locked (${code || message}). Put it on a local disk of this machine.`,
    );
    this.name = 'LockUnavailableError';
  }
}

/** What the binary of fs-native-extensions does, as far as it is used; the build puts it into the package. */
interface SystemLocks {
  /** @throws an error with the code EAGAIN where another open file has the lock */
  tryLock(descriptor: number, offset: number, length: number, isExclusive: boolean): void;
}

/** Far behind all that the file holds: Windows lets nobody read what is locked. */
const lockedByte = 2 ** 40;

/**
 * One process's hold of a data file: the operating system's lock on `<file>.lock`. The system ends it with the
 * process, however that ends, so that none is ever left behind; and it holds between containers, whose processes have
 * numbers that mean nothing to each other. The file says who holds it, for people.
 */
export class Lock {
  readonly #file: string;
  readonly #descriptor: number;
  #isReleased = false;

  private constructor(
    file: string,
    descriptor: number,
    /** Who had it and ended without letting go of it, as by `kill -9`; undefined where nobody did. */
    readonly leftBy: string | undefined,
  ) {
    this.#file = file;
    this.#descriptor = descriptor;
  }

  /** @throws LockedError where a process that runs has it, LockUnavailableError where there are no locks */
  static take(file: string): Lock {
    const name = `${file}.lock`;
    for (;;) {
      const descriptor = openSync(name, 'a+');
      try {
        const holder = readFileSync(name, 'utf8').trim();
        if (!tryLock(file, descriptor)) {
          throw new LockedError(file, holder);
        }
        // Who let go of it removed the file: a lock on a file without a name keeps nobody out.
        if (isStillAt(name, descriptor)) {
          sign(descriptor);
          return new Lock(name, descriptor, holder || undefined);
        }
        closeSync(descriptor);
      } catch (error) {
        closeSync(descriptor);
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
          throw error;
        }
      }
    }
  }

  release(): void {
    if (!this.#isReleased) {
      this.#isReleased = true;
      // It is removed while it is locked, or it might be another's by then.
      if (isStillAt(this.#file, this.#descriptor)) {
        rmSync(this.#file, {force: true});
      }
      closeSync(this.#descriptor);
    }
  }
}

/** Loaded when it is first needed: most sandboxes keep nothing. */
let locks: SystemLocks | undefined;

function tryLock(file: string, descriptor: number): boolean {
  try {
    locks ??= loadLocks();
    locks.tryLock(descriptor, lockedByte, 1, true);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') {
      return false;
    }
    throw new LockUnavailableError(file, error);
  }
}

/** @throws the system's own error where there is no binary for it, or a process may load none (`--no-addons`) */
function loadLocks(): SystemLocks {
  const addon = {exports: {} as SystemLocks};
  const name = `dist/locks/${process.platform}-${process.arch}.node`;
  process.dlopen(addon, fileURLToPath(new URL(name, packageFolder)));
  return addon.exports;
}

function sign(descriptor: number): void {
  ftruncateSync(descriptor);
  writeSync(descriptor, `process ${process.pid} on ${os.hostname()}\n`);
}
