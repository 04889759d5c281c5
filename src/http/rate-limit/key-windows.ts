import type {Account} from '../../accounts/account.js';
import {moment} from '../../accounts/clock.js';
import {SlidingWindow} from './sliding-window.js';

/** What the keys of an account did since its data were last replaced as a whole. */
interface Counted {
  readonly generation: number;
  readonly byKey: Map<string, SlidingWindow>;
}

/**
 * Lets each key make so many requests in any window of time, by the clock of its account; a reset, a restore and a seed
 * begin anew. What there is no room for does not count.
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

  /** Counts a request. @returns after how many seconds of the account's clock there is room for it; 0 where there is */
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
