import {ApiError} from '../../errors.js';

/** A file that can't be loaded: the message names the problem and the fix. For an upload, it becomes a 422. */
export class SnapshotError extends ApiError {
  override readonly code = 'INVALID_SNAPSHOT';

  constructor(description: string) {
    super(422, 'Unprocessable Entity', description);
    this.name = 'SnapshotError';
  }
}

export const damaged = () =>
  new SnapshotError(
    'The snapshot is damaged, or was edited by hand: it does not match its checksum. Take another copy; to load an edited file, remove its "checksum" line',
  );

export const wrong = (what: string) => new SnapshotError(`The snapshot cannot be loaded: ${what}`);

/** An error at one location of the document: `records.gifts[3].received_amount`. */
export const wrongAt = (path: string, what: string) => wrong(`${path} ${what}`);

/** @throws SnapshotError at the location if the value there is wrong */
export function assertAt(path: string, isRight: boolean, what: string): asserts isRight {
  if (!isRight) {
    throw wrongAt(path, what);
  }
}

/** Adds the file's name to errors. @returns the result of `work` */
export async function naming<T>(file: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof SnapshotError ? new SnapshotError(`${file}: ${error.message}`) : error;
  }
}
