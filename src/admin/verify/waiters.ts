import {tooManyRequests} from '../../errors.js';
import {limits} from '../../limits.js';

/** The reason a wait ended: settled, timed out, the account was reset, or the client disconnected. */
export type WaitEnd = 'settled' | 'late' | 'reset' | 'left';

export interface Wait {
  /** Milliseconds of real time. */
  readonly within: number;
  readonly signal: AbortSignal;
  /** @param end must be called once. @returns a function that stops listening */
  listen(end: (how: WaitEnd) => void): () => void;
}

/** Pending waits. New requests wake them; nothing polls. */
export class Waiters {
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** @throws ApiError, a 429, if too many waits are pending */
  async wait({within, signal, listen}: Wait): Promise<WaitEnd> {
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
    const ends: Array<() => void> = [];
    try {
      return await new Promise<WaitEnd>(resolve => {
        const timer = setTimeout(resolve, within, 'late');
        ends.push(() => clearTimeout(timer));
        const leave = () => resolve('left');
        signal.addEventListener('abort', leave, {once: true});
        ends.push(() => signal.removeEventListener('abort', leave));
        ends.push(listen(resolve));
      });
    } finally {
      this.#count -= 1;
      for (const end of ends) {
        end();
      }
    }
  }
}
