import {getHeapStatistics, type HeapInfo} from 'node:v8';
import {insufficientStorage} from '../errors.js';

const mebibyte = 1024 * 1024;

/** V8's limit includes the space for new objects, which cannot keep data: from 48 MiB (Node 20) to 192 (Node 24). */
const newSpace = 192 * mebibyte;

/** The share of the heap that data may use. The rest is for temporary objects of requests. */
const maxInUse = 0.85;

/** New accounts and snapshots stop earlier to leave memory for the writes of existing accounts. */
export const maxForNew = 0.75;

/** Bytes of heap that data may use. */
export const heapLimit = ({heap_size_limit: limit}: HeapInfo = getHeapStatistics()): number =>
  Math.max(limit - newSpace, limit * 0.4);

/**
 * Called before data is stored.
 * @param what the data, for the message
 * @param bytes of heap that the data needs, if known
 * @param share of the heap that may then be in use
 * @throws a 507 if it does not fit
 */
export function checkMemory(what: string, bytes = 0, share = maxInUse): void {
  const heap = getHeapStatistics();
  const [used, limit] = [heap.used_heap_size, heapLimit(heap)];
  if (used + bytes > limit * share) {
    const wanted = (bytes || 2 * used) * 1.2 + 256 * mebibyte;
    const [needed, inUse, whole, more] = [bytes, used, limit, wanted].map(size => Math.ceil(size / mebibyte));
    const needs = bytes === 0 ? '' : `it takes ${needed} MiB of heap, and `;
    throw insufficientStorage(
      `There is no room for ${what}, so nothing was changed: ${needs}${inUse} of ${whole} MiB are in use; ask for less, delete snapshots or accounts, or start the sandbox with NODE_OPTIONS=--max-old-space-size=${more}`,
    );
  }
}
