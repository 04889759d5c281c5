import {LockedError} from '../persistence/lock.js';
import {SnapshotError} from '../persistence/snapshot/snapshot-error.js';
import {CommandError} from './command-error.js';
import {exitCodes} from './exit-codes.js';

const causes: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'it is not for you to use',
  EPERM: 'it is not for you to use',
  EROFS: 'its disk can only be read',
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk is full',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is no folder',
};

/** What the system, or the sandbox, has against a file; undefined where the error is not about one. */
export function fileError(error: unknown): CommandError | undefined {
  if (!(error instanceof Error)) {
    return undefined;
  }
  if (error instanceof LockedError) {
    return new CommandError(error.message, exitCodes.unavailable);
  }
  if (error instanceof SnapshotError) {
    return new CommandError(error.message);
  }
  const {code = '', path = 'A file'} = error as NodeJS.ErrnoException;
  const isOfFile = code in causes && (error as NodeJS.ErrnoException).syscall !== 'listen';
  return isOfFile
    ? new CommandError(`${path.replace(unfinished, '')} can't be used: ${causes[code]} (${code})`)
    : undefined;
}

/** What a file is called while it is written. */
const unfinished = /\.\d+\.tmp$/;
