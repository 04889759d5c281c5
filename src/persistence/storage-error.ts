import {ApiError, type ErrorCode, serviceUnavailable} from '../errors.js';

const gone = 'was removed, moved or replaced while the sandbox ran; put it back, or start the sandbox again';

/** The data file, its log or their folder was removed or replaced. */
export class GoneError extends Error {
  override readonly name = 'GoneError';
  readonly code = 'DATA_FILE_GONE' satisfies ErrorCode;

  constructor() {
    super(`The data file or its log ${gone}`);
  }
}

/** The data file would be too large to be read again. */
export class DataTooLargeError extends RangeError {
  override readonly name = 'DataTooLargeError';
  readonly code = 'DATA_TOO_LARGE' satisfies ErrorCode;
}

const causes: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EFBIG: 'it would be larger than a file may be here',
  EROFS: 'the disk is read-only',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOENT: 'its folder is gone',
  EIO: 'the disk failed',
  EISDIR: 'it is a folder',
  DATA_TOO_LARGE: 'with it the file could not be read again',
};

/** The system's reason without paths, because clients receive it. */
function causeOf(error: unknown): string {
  if (error instanceof GoneError) {
    return `it ${gone}`;
  }
  const {code, message} = error as NodeJS.ErrnoException;
  return code === undefined ? message : `${causes[code] ?? 'the system refused it'} (${code})`;
}

/** @throws a 507 for any error that is not already an API error */
export async function orRefuse<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    return refuse(error);
  }
}

function refuse(error: unknown): never {
  if (error instanceof ApiError) {
    throw error;
  }
  throw new ApiError(
    507,
    'Insufficient Storage',
    `Nothing was changed, because the change cannot be written to the data file: ${causeOf(error)}`,
  );
}

export const beingWritten = () =>
  serviceUnavailable('Nothing was changed: the data file is being written. Send the request again');
