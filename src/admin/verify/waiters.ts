import {tooManyRequests} from '../../errors.js';
import {limits} from '../../limits.js';

/** The reason a wait ended: settled, timed out, the account was reset, or the client disconnected. */
export type VerifyEnd = 'settled' | 'late' | 'reset' | 'left';

export interface VerifyWait {
  /** Milliseconds of real time. */
  readonly within: number;
  readonly signal: AbortSignal;
  /** @param end must be called once. @returns a function that stops listening */
  listen(end: (how: VerifyEnd) => void): () => void;
}

/** Pending waits. New requests wake them; nothing polls. */
export class Waiters {
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** @throws ApiError, a 429, if too many waits are pending */
  async wait({within, signal, listen}: VerifyWait): Promise<VerifyEnd> {
    if (signal.aborted) {
      return 'left';
    }
    if (this.#count >= limits.waitingVerifies) {
      throw tooManyRequests(
        `${limits.waitingVerifies} verifications wait already: as many as can; send it again once one has ended`,
        1,
      );
    }
    this.#count += 1;
    return new Promise(resolve => {
      const finish = (end: VerifyEnd) => {
        this.#count -= 1;
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
        stop();
        resolve(end);
      };
      const leave = () => finish('left');
      const timer = setTimeout(finish, within, 'late');
      signal.addEventListener('abort', leave, {once: true});
      const stop = listen(finish);
    });
  }
}
