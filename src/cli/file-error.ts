import {existsSync} from 'node:fs';
import path from 'node:path';
import {ApiError} from '../errors.js';
import {LockedError, LockUnavailableError} from '../persistence/lock.js';
import {DataTooLargeError, GoneError} from '../persistence/storage-error.js';
import {CommandError, exitCodes} from './command-error.js';

const causes: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EEXIST: 'a part of its path is a file',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
  ELOOP: 'its links go in a circle',
};

/** Formats an error about a file; undefined for any other error. @param named the files by their option */
export function fileError(error: unknown, named: Readonly<Record<string, string | undefined>> = {}) {
  if (!(error instanceof Error)) {
    return undefined;
  }
  if (error instanceof LockedError) {
    return new CommandError(error.message, exitCodes.unavailable);
  }
  const {code = '', path: at = 'A file', syscall} = error as NodeJS.ErrnoException;
  const isExplained = [ApiError, LockUnavailableError, GoneError, DataTooLargeError].some(
    type => error instanceof type,
  );
  if (isExplained) {
    const isBusy = error instanceof ApiError && error.status === 503;
    return new CommandError(error.message, isBusy ? exitCodes.unavailable : exitCodes.failure);
  }
  if (!(code in causes) || syscall === 'listen') {
    return undefined;
  }
  const file = at.replace(unfinished, '');
  const [option, name] = Object.entries(named).find(([, name]) => name !== undefined && isAbout(file, name)) ?? [];
  const subject = name === undefined ? file : `${option} ${name}`;
  return new CommandError(`${subject} cannot be used: ${causeOf(code, name ?? file)} (${code})`);
}

const unfinished = /\.\d+\.tmp$/;

/** Also matches the file's folder, and a temporary file next to it. */
function isAbout(file: string, name: string): boolean {
  const [found, meant] = [path.resolve(file), path.resolve(name)];
  return found === path.dirname(meant) || found.startsWith(meant);
}

function causeOf(code: string, name: string): string {
  const folder = path.dirname(path.resolve(name));
  if (code === 'ENOENT' && !existsSync(folder)) {
    return `there is no folder ${folder}`;
  }
  return code === 'EISDIR'
    ? `it is a folder; name a file in it, such as ${path.join(name, 'data.json')}`
    : causes[code]!;
}
