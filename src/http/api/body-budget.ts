import type {ServerResponse} from 'node:http';
import {ApiError, payloadTooLarge} from '../../errors.js';
import {limits} from '../../limits.js';
import {heap} from '../../workload/heap.js';

const mebibyte = 1024 * 1024;

/** Limits the memory that request bodies use together. A body counts until its response ends. */
export class BodyBudget {
  #held = 0;

  /** @param most bytes of all bodies in flight, after decompression */
  constructor(readonly most: number) {}

  /** Returns a function to call with the size of each chunk in bytes. @throws a 503 if the budget is exhausted */
  holdFor(response: ServerResponse): (bytes: number) => void {
    let own = 0;
    response.once('close', () => {
      this.#held -= own;
    });
    return bytes => {
      if (own + bytes > this.most) {
        throw payloadTooLarge(`The body is larger than ${this.most} bytes`);
      }
      if (this.#held + bytes > this.most) {
        throw tooManyBodies(this.most);
      }
      own += bytes;
      this.#held += bytes;
    };
  }
}

const tooManyBodies = (most: number) =>
  new ApiError(
    503,
    'Service Unavailable',
    `Nothing was changed: the bodies that are being read take ${most} bytes, and there is no room for more; send it again`,
    {'Retry-After': '1', Connection: 'close'},
  );

/** For API operations and form submissions. */
export const usualBudget = new BodyBudget(limits.bodiesAtOnce);

/** For data sets and snapshots: the budget fits one body of the maximum size. */
export const largeBudget = new BodyBudget(Math.min(256 * mebibyte, Math.floor(heap.use().limit / 12)));

/** Bytes. Smaller bodies may have any compression ratio. */
const harmless = mebibyte;

/** JSON of nearly identical records compresses about thirtyfold. */
const mostTimes = 100;

/** @throws a 413 for a decompression bomb. @param sent compressed bytes @param inflated bytes after decompression */
export function checkRatio(sent: number, inflated: number): void {
  if (inflated > harmless && inflated > sent * mostTimes) {
    throw payloadTooLarge(`The body inflates to more than ${mostTimes} times its size`);
  }
}
