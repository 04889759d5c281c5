import type {ServerResponse} from 'node:http';
import {setTimeout as sleep} from 'node:timers/promises';
import {ApiError} from '../../errors.js';
import type {WaitEnd} from '../../faults/fault-kind.js';
import {limits} from '../../limits.js';

/** Delays responses in real time, until the client disconnects or the sandbox closes. */
export class Waiting {
  #count = 0;

  constructor(private readonly closing: AbortSignal) {}

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

  async wait(milliseconds: number, response: ServerResponse): Promise<WaitEnd> {
    if (response.destroyed || response.closed) {
      return 'left';
    }
    const end = new AbortController();
    const leave = () => end.abort();
    response.once('close', leave);
    const signal = AbortSignal.any([end.signal, this.closing]);
    await sleep(Math.min(milliseconds, limits.faultDelay), undefined, {signal}).catch(() => undefined);
    response.off('close', leave);
    if (end.signal.aborted) {
      return 'left';
    }
    return this.closing.aborted ? 'closing' : 'over';
  }
}
