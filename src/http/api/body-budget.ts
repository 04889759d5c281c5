import type {ServerResponse} from 'node:http';
import {ApiError, payloadTooLarge} from '../../errors.js';
import {limits} from '../../limits.js';
import {heap} from '../../workload/heap.js';

const mebibyte = 1024 * 1024;

/** What many bodies may take together. Each is held until its request is answered. */
export class BodyBudget {
  #held = 0;

  /** @param most bytes of all bodies in flight, inflated */
  constructor(readonly most: number) {}

  /** What is to be called with the number of bytes of each piece of a body. @throws a 503 where there is no room for it */
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

/** Of the service's operations, and of forms. */
export const usualBudget = new BodyBudget(limits.bodiesAtOnce);

/** Of data sets and snapshots: one that is as large as can be is read at a time. */
export const largeBudget = new BodyBudget(Math.min(256 * mebibyte, Math.floor(heap.use().limit / 12)));

/** Up to here a body may inflate to many times its size. Bytes. */
const harmless = mebibyte;

/** JSON of records that are all alike comes to about thirty. */
const mostTimes = 100;

/** @throws a 413 where a body is made to inflate. @param sent bytes that came, and what they are inflated */
export function checkRatio(sent: number, inflated: number): void {
  if (inflated > harmless && inflated > sent * mostTimes) {
    throw payloadTooLarge(`The body inflates to more than ${mostTimes} times its size`);
  }
}
