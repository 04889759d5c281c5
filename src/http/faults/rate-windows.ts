import type {Account} from '../../accounts/account.js';
import type {ArmedRule} from '../../faults/armed-rule.js';
import {KeyWindows} from '../rate-limit/key-windows.js';

/** What the keys did that rules limit: the engine of `--rate-limit`, once for each rule. */
export class RateWindows {
  readonly #byRule = new WeakMap<ArmedRule, KeyWindows>();

  /** Counts a request. @returns after how many seconds of the account's clock there is room for it; 0 where there is */
  count(armed: ArmedRule, account: Account, key: string): number {
    const {fault} = armed.rule;
    if (!('rate_limited' in fault)) {
      return 0;
    }
    const {n, window} = fault.rate_limited;
    const windows = this.#byRule.get(armed) ?? new KeyWindows(n, window);
    this.#byRule.set(armed, windows);
    return windows.count(account, key);
  }
}
