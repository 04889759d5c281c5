import type {Account} from '../../accounts/account.js';
import type {ArmedRule} from '../../faults/armed-rule.js';
import {KeyWindows} from '../rate-limit/key-windows.js';

/** Counts the requests of each key, as `--rate-limit` does, separately for each rule. */
export class RateWindows {
  readonly #byRule = new WeakMap<ArmedRule, KeyWindows>();

  /** Counts a request. @returns seconds of account time until it is within the limit; 0 if it is */
  count(
    armed: ArmedRule,
    {n, window}: {readonly n: number; readonly window: number},
    account: Account,
    key: string,
  ): number {
    const windows = this.#byRule.get(armed) ?? new KeyWindows(n, window);
    this.#byRule.set(armed, windows);
    return windows.count(account, key);
  }
}
