import {LockedError, LockUnavailableError} from '../persistence/lock.js';
import {SnapshotError} from '../persistence/snapshot/snapshot-error.js';
import {GoneError} from '../persistence/storage-error.js';
import {CommandError} from './command-error.js';
import {exitCodes} from './exit-codes.js';

const causes: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
  ELOOP: 'its links go in a circle',
};

/** What the system, or the sandbox, has against a file; undefined where the error is not about one. */
export function fileError(error: unknown): CommandError | undefined {
  if (!(error instanceof Error)) {
    return undefined;
  }
  if (error instanceof LockedError) {
    return new CommandError(error.message, exitCodes.unavailable);
  }
  if (error instanceof SnapshotError || error instanceof LockUnavailableError || error instanceof GoneError) {
    return new CommandError(error.message);
  }
  const {code = '', path = 'A file'} = error as NodeJS.ErrnoException;
  const isOfFile = code in causes && (error as NodeJS.ErrnoException).syscall !== 'listen';
  return isOfFile
    ? new CommandError(`${path.replace(unfinished, '')} cannot be used: ${causes[code]} (${code})`)
    : undefined;
}

/** What a file is called while it is written. */
const unfinished = /\.\d+\.tmp$/;
