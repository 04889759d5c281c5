import {statSync} from 'node:fs';
import {heap, sayTooLarge} from '../workload/heap.js';
import {largestSnapshot} from './snapshot/snapshot-format.js';

/** Heap needed to read a snapshot, per byte of the file. Measured at 75 MB: 1.01 at the end, of which 0.81 stay. */
const heapOfByte = 1.4;

/**
 * Called before a file is read, because the process would crash if the heap is too small for its content.
 * @throws RangeError with the code HEAP_TOO_SMALL, which gives the required size
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
