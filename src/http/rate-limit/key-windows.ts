import type {Account} from '../../accounts/account.js';
import {moment} from '../../accounts/clock.js';
import {SlidingWindow} from './sliding-window.js';

/** The requests per key since the account's data was last replaced as a whole. */
interface Counted {
  readonly generation: number;
  readonly byKey: Map<string, SlidingWindow>;
}

/**
 * Limits each key to a number of requests in any window of account time. A reset, restore or seed clears the counts.
 * Rejected requests do not count.
 */
export class KeyWindows {
  readonly #most: number;
  readonly #span: number;
  readonly #counted = new WeakMap<Account, Counted>();

  /** @param span milliseconds */
  constructor(most: number, span: number) {
    this.#most = most;
    this.#span = span;
  }

  /** Counts a request. @returns seconds of account time until the request would be accepted; 0 if it is accepted */
  count(account: Account, key: string): number {
    return Math.ceil(this.#windowOf(account, key).count(moment(account.clock)) / 1000);
  }

  #windowOf(account: Account, key: string): SlidingWindow {
    const {generation} = account;
    const before = this.#counted.get(account);
    const {byKey} = before?.generation === generation ? before : {byKey: new Map<string, SlidingWindow>()};
    const window = byKey.get(key) ?? new SlidingWindow(this.#most, this.#span);
    this.#counted.set(account, {generation, byKey: byKey.set(key, window)});
    return window;
  }
}
