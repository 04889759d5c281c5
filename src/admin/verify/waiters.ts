import {tooManyRequests} from '../../errors.js';

/** Over all accounts of a sandbox. */
const most = 1000;

/** Why a wait ends: what was waited for came, the time is over, the account was reset, or nobody waits any more. */
export type WaitEnd = 'settled' | 'late' | 'reset' | 'left';

export interface Wait {
  /** Milliseconds, by the machine's clock. */
  readonly within: number;
  /** Aborted when nobody waits any more. */
  readonly signal: AbortSignal;
  /** Begins to listen. @param end to be called once. @returns ends listening */
  listen(end: (how: WaitEnd) => void): () => void;
}

/** All who wait for requests that are still to come: woken by these, never looking by themselves. */
export class Waiters {
  #count = 0;

  /** How many wait. */
  get count(): number {
    return this.#count;
  }

  /** @throws ApiError, a 429, where too many wait already */
  async wait({within, signal, listen}: Wait): Promise<WaitEnd> {
    if (signal.aborted) {
      return 'left';
    }
    if (this.#count >= most) {
      throw tooManyRequests(`${most} verifications wait already: as many as can; send it again once one has ended`, 1);
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
