import {closeSync, ftruncateSync, openSync, readFileSync, rmSync, writeSync} from 'node:fs';
import os from 'node:os';
import {fileURLToPath} from 'node:url';
import type {ErrorCode} from '../errors.js';
import {packageFolder} from '../version.js';
import {isStillAt} from './real-file.js';

/** Another process has locked the data file. */
export class LockedError extends Error {
  override readonly name = 'LockedError';
  readonly code = 'DATA_FILE_LOCKED' satisfies ErrorCode;

  constructor(file: string, holder: string) {
    super(
      `The data file ${file} is in use by ${holder || 'another process'}, which is running. Stop that one, or use another file.`,
    );
  }
}

/** The system cannot lock the data file. */
export class LockUnavailableError extends Error {
  override readonly name = 'LockUnavailableError';
  readonly code = 'DATA_FILE_LOCK_UNAVAILABLE' satisfies ErrorCode;

  constructor(file: string, reason: string) {
    super(`The data file ${file} cannot be locked${reason}`);
  }
}

const reasonOf = ({code = '', message}: NodeJS.ErrnoException): string =>
  code.startsWith('ERR_DLOPEN')
    ? `: there are no locks for ${process.platform} on ${process.arch}, or Node may not load them (${code}). Start without --data.`
    : ` (${code || message}). Put it on a local disk of this machine.`;

const inDeno =
  ': Deno lacks functions of libuv that the locks need. Start the sandbox in Node or Bun, or without --data.';

/** The functions of fs-native-extensions that this file uses. The build adds the binary to the package. */
interface SystemLocks {
  /** @throws an error with the code EAGAIN if another open file has locked it */
  tryLock(descriptor: number, offset: number, length: number, isExclusive: boolean): void;
}

/** Far beyond the content, because Windows denies reads of locked bytes. */
const lockedByte = 2 ** 40;

/**
 * A process's lock on a data file: an operating-system lock on `<file>.lock`. The system releases it when the process
 * ends for any reason, so no stale lock remains. Unlike a lock by process id, it works across containers. The file
 * contains its holder's name for people.
 */
export class Lock {
  readonly #file: string;
  readonly #descriptor: number;
  #isReleased = false;

  private constructor(
    file: string,
    descriptor: number,
    /** The previous holder, if it ended without unlocking, as by `kill -9`. */
    readonly leftBy: string | undefined,
  ) {
    this.#file = file;
    this.#descriptor = descriptor;
  }

  /** @throws LockedError if a running process holds it, LockUnavailableError if the system has no locks */
  static take(file: string): Lock {
    // Loading the locks would crash the process without an error message.
    if ('Deno' in globalThis) {
      throw new LockUnavailableError(file, inDeno);
    }
    const name = `${file}.lock`;
    for (;;) {
      const descriptor = openSync(name, 'a+');
      try {
        const holder = readFileSync(name, 'utf8').trim();
        if (!tryLock(file, descriptor)) {
          throw new LockedError(file, holder);
        }
        // The previous holder may have removed the file: a lock on an unlinked file excludes no one.
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
      // Removed while still locked, because another process might own it afterwards.
      if (isStillAt(this.#file, this.#descriptor)) {
        rmSync(this.#file, {force: true});
      }
      closeSync(this.#descriptor);
    }
  }
}

/** Loaded on first use: most sandboxes store nothing. */
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
    throw new LockUnavailableError(file, reasonOf(error as NodeJS.ErrnoException));
  }
}

/** @throws a system error if there is no binary for it, or native addons are disabled (`--no-addons`) */
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
