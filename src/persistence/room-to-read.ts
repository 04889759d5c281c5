import {statSync} from 'node:fs';
import {heap, sayTooLarge} from '../workload/heap.js';
import {largestSnapshot} from './snapshot/snapshot-format.js';

/** Heap that a snapshot takes while it is read, by its size. Measured at 75 MB: 1.01 at the end, of which 0.81 stay. */
const heapOfByte = 1.4;

/**
 * To be called before a file is read, which ends the process where the heap has no room for what it holds.
 * @throws RangeError with the code HEAP_TOO_SMALL, which says what it takes
 */
export function checkRoomToRead(file: string): void {
  const size = statSync(file, {throwIfNoEntry: false})?.size ?? 0;
  const bytes = size * heapOfByte;
  if (size > largestSnapshot) {
    throw tooSmall(`${file} is too large to be read: it has ${size} bytes, and ${largestSnapshot} are the most`);
  }
  if (!heap.hasRoomFor(bytes)) {
    throw tooSmall(`There is no room to read ${file}: ${sayTooLarge(bytes)}`);
  }
}

const tooSmall = (message: string) => Object.assign(new RangeError(message), {code: 'HEAP_TOO_SMALL'});
