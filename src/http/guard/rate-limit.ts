import type {Account} from '../../accounts/account.js';
import {moment} from '../../accounts/clock.js';
import {tooManyRequests} from '../../errors.js';
import type {RequestStep} from '../request-state.js';

/** Milliseconds. Five minutes. */
const span = 5 * 60 * 1000;

/** @param limit requests per key in any five minutes */
export function limitRate(limit: number): RequestStep {
  const windows = new KeyWindows(limit, span);
  return ({state}, next) => {
    const {account, key, traced} = state;
    const seconds = traced === undefined ? windows.count(account, key) : (traced.limited ?? 0);
    state.limited = seconds;
    if (seconds > 0) {
      throw tooManyRequests(
        `This key may make ${limit} requests in any five minutes; by the account's clock it may make the next one in ${seconds} s`,
        seconds,
      );
    }
    return next();
  };
}

/**
 * Limits each key to a number of requests in any window of account time. A reset, restore or seed clears the counts.
 * Rejected requests do not count.
 */
export class KeyWindows {
  readonly #counted = new WeakMap<Account, {readonly generation: number; readonly byKey: Map<string, SlidingWindow>}>();

  /** @param span milliseconds */
  constructor(
    private readonly limit: number,
    private readonly span: number,
  ) {}

  /** Counts a request. @returns seconds of account time until the request would be accepted; 0 if it is accepted */
  count(account: Account, key: string): number {
    const {generation} = account;
    const before = this.#counted.get(account);
    const {byKey} = before?.generation === generation ? before : {byKey: new Map<string, SlidingWindow>()};
    const window = byKey.get(key) ?? new SlidingWindow(this.limit, this.span);
    this.#counted.set(account, {generation, byKey: byKey.set(key, window)});
    return Math.ceil(window.count(moment(account.clock)) / 1000);
  }
}

export class SlidingWindow {
  /** The number of requests by time in milliseconds since 1970, the oldest first. */
  readonly #counts = new Map<number, number>();
  #total = 0;
  #latest = Number.NEGATIVE_INFINITY;

  /** @param span milliseconds */
  constructor(
    private readonly limit: number,
    private readonly span: number,
  ) {}

  /**
   * Counts a request if it is within the limit.
   * @param now milliseconds since 1970
   * @returns milliseconds until the request would be accepted; 0 if it was counted
   */
  count(now: number): number {
    this.#forget(now);
    if (this.#total < this.limit) {
      this.#counts.set(now, (this.#counts.get(now) ?? 0) + 1);
      this.#total += 1;
      return 0;
    }
    const [oldest = now] = this.#counts.keys();
    return oldest + this.span - now;
  }

  /** Drops expired entries, and future ones in case the clock was set back. */
  #forget(now: number): void {
    for (const at of this.#counts.keys()) {
      if (at > now - this.span && this.#latest <= now) {
        break;
      }
      if (at <= now - this.span || at > now) {
        this.#total -= this.#counts.get(at)!;
        this.#counts.delete(at);
      }
    }
    this.#latest = now;
  }
}
