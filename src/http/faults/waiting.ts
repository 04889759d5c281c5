import type {ServerResponse} from 'node:http';
import {ApiError} from '../../errors.js';
import {longestDelay} from '../../faults/rules/fault.js';

/** How a wait ended: by its time, because the client left, or because the sandbox is about to close. */
export type WaitEnd = 'over' | 'left' | 'closing';

/** Answers that are held up at the same time. Each is a connection, a request and a timer. */
const mostAtOnce = 1000;

/** Holds answers up, by the machine's clock, but never longer than the client waits or the sandbox is open. */
export class Waiting {
  readonly #closing: AbortSignal;
  #count = 0;

  /** @param closing aborted when the sandbox is about to close */
  constructor(closing: AbortSignal) {
    this.#closing = closing;
  }

  /** Takes one of the places until the answer is over. @throws a 503 where there is none */
  enter(response: ServerResponse): void {
    if (this.#count >= mostAtOnce) {
      throw new ApiError(
        503,
        'Service Unavailable',
        `Nothing was changed: faults hold up ${mostAtOnce} answers already, and no more can wait`,
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
      const timer = setTimeout(end, Math.min(time, longestDelay), 'over');
      response.once('close', leave);
      this.#closing.addEventListener('abort', close, {once: true});
    });
  }
}
