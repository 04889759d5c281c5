import type {ServerResponse} from 'node:http';
import {ApiError} from '../../errors.js';
import type {WaitEnd} from '../../faults/fault-kind.js';
import {limits} from '../../limits.js';

/** Delays responses in real time, until the client disconnects or the sandbox closes. */
export class Waiting {
  readonly #closing: AbortSignal;
  #count = 0;

  constructor(closing: AbortSignal) {
    this.#closing = closing;
  }

  /** Reserves a slot until the response ends. @throws a 503 if all slots are taken */
  enter(response: ServerResponse): void {
    if (this.#count >= limits.faultsAtOnce) {
      throw new ApiError(
        503,
        'Service Unavailable',
        `Nothing was changed: faults hold up ${limits.faultsAtOnce} answers already, and no more can wait`,
      );
    }
    this.#count += 1;
    response.once('close', () => {
      this.#count -= 1;
    });
  }

  /** @param time milliseconds */
  wait(time: number, response: ServerResponse): Promise<WaitEnd> {
    if (response.destroyed || response.closed) {
      return Promise.resolve('left');
    }
    if (this.#closing.aborted) {
      return Promise.resolve('closing');
    }
    return new Promise(resolve => {
      const end = (how: WaitEnd) => {
        clearTimeout(timer);
        response.off('close', leave);
        this.#closing.removeEventListener('abort', close);
        resolve(how);
      };
      const leave = () => end('left');
      const close = () => end('closing');
      const timer = setTimeout(end, Math.min(time, limits.faultDelay), 'over');
      response.once('close', leave);
      this.#closing.addEventListener('abort', close, {once: true});
    });
  }
}
